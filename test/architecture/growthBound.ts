/** What keeps a table or a list from growing without end by what people do. */
export interface GrowthBound {
  /**
   * `cap`: a number that is not exceeded. `retention`: a job deletes what is old. `limit`: so many in a time, of things
   * that are kept for good. `owner`: rows of another table have one each, or a fixed number. `staff`: only admins and the
   * command line write it.
   */
  readonly by: 'cap' | 'retention' | 'limit' | 'owner' | 'staff'
  /** The bound in words. */
  readonly what: string
  /** The file that holds to it. */
  readonly where: string
  /** A name or text in that file, which goes when the bound goes. */
  readonly named: string
}

const bound =
  (by: GrowthBound['by']) =>
  (what: string, where: string, named: string): GrowthBound => ({ by, what, where, named })
export const [cap, retention, limit, owner, staff] = [
  bound('cap'),
  bound('retention'),
  bound('limit'),
  bound('owner'),
  bound('staff'),
]
