/** A window of a list: `limit` 1 to 100 (300 where the contract says so), `offset` zero-based. */
export interface Page {
  limit: number
  offset: number
}
