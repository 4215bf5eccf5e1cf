/** A column list that reads a row of `credits.reservations` as the ledger's `Reservation`. */
export const RESERVATION_COLUMNS = `
    account_id as "accountId",
    reservation_id as "reservationId",
    state,
    included_millicredits as "includedMillicredits",
    purchased_millicredits as "purchasedMillicredits",
    captured_millicredits as "capturedMillicredits",
    coalesce(returned_included_millicredits, 0) as "returnedIncludedMillicredits",
    coalesce(returned_purchased_millicredits, 0) as "returnedPurchasedMillicredits",
    reserved_at as "reservedAt",
    greatest((extract(epoch from clock_timestamp() - reserved_at) * 1000)::bigint, 0) as "ageMs"`;
