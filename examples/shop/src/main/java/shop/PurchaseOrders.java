package shop;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

interface PurchaseOrders extends JpaRepository<PurchaseOrder, Long> {

    List<PurchaseOrder> findTop20ByOrderByIdDesc();
}
