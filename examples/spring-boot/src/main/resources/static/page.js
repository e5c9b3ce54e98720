// Shows what this browser's JavaScript reads from the API. Everything else on the page works without it.
const place = document.getElementById("in-javascript");
if (place) {
    const response = await fetch(place.dataset.address, { headers: { Accept: "application/json" } });
    if (response.ok) {
        const order = JSON.parse(await response.text());
        document.getElementById("id-javascript").textContent = order.id;
        const asNumber = String(Number(order.id));
        document.getElementById("id-as-number").textContent = asNumber;
        document.getElementById("as-number").hidden = asNumber === order.id;
        place.hidden = false;
    }
}
