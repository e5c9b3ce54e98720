package io.github.hibernateidgen.quarkus.deployment;

import static io.quarkus.deployment.annotations.ExecutionTime.RUNTIME_INIT;
import static io.quarkus.deployment.annotations.ExecutionTime.STATIC_INIT;

import io.github.hibernateidgen.internal.IdgenIntegrator;
import io.github.hibernateidgen.quarkus.IdgenFixedConfig;
import io.github.hibernateidgen.quarkus.IdgenHealthCheck;
import io.github.hibernateidgen.quarkus.IdgenProducer;
import io.github.hibernateidgen.quarkus.IdgenRecorder;
import io.github.hibernateidgen.quarkus.IdgenStaticInitRecorder;
import io.github.hibernateidgen.quarkus.NumbersInJson;
import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.UnremovableBeanBuildItem;
import io.quarkus.bootstrap.classloading.QuarkusClassLoader;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourcePatternsBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveClassBuildItem;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.deployment.metrics.MetricsFactoryConsumerBuildItem;
import io.quarkus.hibernate.orm.deployment.PersistenceProviderSetUpBuildItem;
import io.quarkus.hibernate.orm.deployment.PersistenceUnitDescriptorBuildItem;
import io.quarkus.hibernate.orm.deployment.integration.HibernateOrmIntegrationRuntimeConfiguredBuildItem;
import io.quarkus.hibernate.orm.deployment.integration.HibernateOrmIntegrationStaticConfiguredBuildItem;
import io.quarkus.resteasy.reactive.spi.ParamConverterBuildItem;
import io.quarkus.resteasy.reactive.spi.ReaderInterceptorBuildItem;
import io.quarkus.smallrye.health.deployment.spi.HealthBuildItem;
import java.util.List;
import java.util.Optional;

/** The build steps of the extension. */
class IdgenProcessor {

    private static final String FEATURE = "hibernate-idgen";

    /** The priority after {@code Priorities.USER}, which is the default of the application's own converters. */
    private static final int BEHIND_USERS = 5001;

    private static final String RUNTIME = "io.github.hibernateidgen.quarkus.";
    private static final String MODULE = "io.github.hibernateidgen.jackson.IdJackson2Module";

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem(FEATURE);
    }

    /** Adds the {@code Idgen} bean for ids in code. */
    @BuildStep
    AdditionalBeanBuildItem idgen() {
        return AdditionalBeanBuildItem.builder()
                .addBeanClass(IdgenProducer.class)
                .build();
    }

    /**
     * Makes Quarkus keep the beans of sources and stores, even if the application does not inject them: a persistence unit
     * looks them up when it starts.
     */
    @BuildStep
    UnremovableBeanBuildItem stores() {
        return UnremovableBeanBuildItem.beanTypes(WorkerSource.class, ReservationStore.class, SegmentStore.class);
    }

    /**
     * Adds the bean that registers the Jackson module. Names its class as text, because the class cannot be loaded without
     * Jackson or without this library's Jackson module.
     */
    @BuildStep
    void json(Capabilities capabilities, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (capabilities.isPresent(Capability.JACKSON) && QuarkusClassLoader.isClassPresentAtRuntime(MODULE)) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(RUNTIME + "IdJacksonCustomizer"));
        }
    }

    /** Adds the bean that warns of numbers in JSON, unless the build has decided how JSON has Snowflake ids. */
    @BuildStep
    void numbersInJson(
            IdgenFixedConfig config, Capabilities capabilities, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (capabilities.isPresent(Capability.REST_JACKSON)
                && config.jackson().snowflakeAsString().isEmpty()) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(NumbersInJson.class));
        }
    }

    /** Adds the parameter converters and the interceptor for applications with Quarkus REST. */
    @BuildStep
    void parameters(
            BuildProducer<ParamConverterBuildItem> converters, BuildProducer<ReaderInterceptorBuildItem> interceptors) {
        converters.produce(new ParamConverterBuildItem(RUNTIME + "IdParamConverters", BEHIND_USERS, true));
        interceptors.produce(new ReaderInterceptorBuildItem.Builder(RUNTIME + "IdTextInBodies")
                .setRegisterAsBean(true)
                .build());
    }

    @BuildStep
    @Record(STATIC_INIT)
    void declareLayouts(
            IdgenStaticInitRecorder recorder,
            List<PersistenceUnitDescriptorBuildItem> units,
            BuildProducer<HibernateOrmIntegrationStaticConfiguredBuildItem> integrations) {
        for (PersistenceUnitDescriptorBuildItem unit : units) {
            integrations.produce(
                    new HibernateOrmIntegrationStaticConfiguredBuildItem(FEATURE, unit.getPersistenceUnitName())
                            .setInitListener(recorder.listener()));
        }
    }

    @BuildStep
    @Record(RUNTIME_INIT)
    void addRunTimeSettings(
            IdgenRecorder recorder,
            List<PersistenceUnitDescriptorBuildItem> units,
            BuildProducer<HibernateOrmIntegrationRuntimeConfiguredBuildItem> integrations) {
        for (PersistenceUnitDescriptorBuildItem unit : units) {
            integrations.produce(
                    new HibernateOrmIntegrationRuntimeConfiguredBuildItem(FEATURE, unit.getPersistenceUnitName())
                            .setInitListener(recorder.listener(unit.getPersistenceUnitName())));
        }
    }

    @BuildStep
    HealthBuildItem health() {
        return new HealthBuildItem(IdgenHealthCheck.class.getName(), true);
    }

    /** Adds the meters. Takes {@code ready} only to run after the persistence units are set up. */
    @BuildStep
    @Record(RUNTIME_INIT)
    void meters(
            IdgenRecorder recorder,
            List<PersistenceProviderSetUpBuildItem> ready,
            Optional<MetricsCapabilityBuildItem> metrics,
            BuildProducer<MetricsFactoryConsumerBuildItem> consumers) {
        if (metrics.isPresent()) {
            consumers.produce(new MetricsFactoryConsumerBuildItem(recorder.meters()));
        }
    }

    /**
     * Registers the generators, which Hibernate creates by reflection. The library's own jar has the same hints, but only
     * newer versions of GraalVM read them.
     */
    @BuildStep
    ReflectiveClassBuildItem generators() {
        return ReflectiveClassBuildItem.builder(IdgenIntegrator.generators().toArray(Class<?>[]::new))
                .build();
    }

    /** Adds the SQL scripts that create the table of reservations. */
    @BuildStep
    NativeImageResourcePatternsBuildItem scripts() {
        return NativeImageResourcePatternsBuildItem.builder()
                .includeGlob("io/github/hibernateidgen/worker/jdbc/*.sql")
                .build();
    }
}
