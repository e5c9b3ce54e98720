package jdk.crac;

public abstract class Context<R extends Resource> implements Resource {

    public abstract void register(R resource);

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) throws CheckpointException {}

    @Override
    public void afterRestore(Context<? extends Resource> context) throws RestoreException {}
}
