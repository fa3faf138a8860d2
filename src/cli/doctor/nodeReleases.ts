/**
 * The day on which each major version of Node.js gets its last security fix, by the schedule of the Node.js project
 * (github.com/nodejs/Release). Later ones are not known yet.
 */
export const NODE_ENDS: Readonly<Record<number, string>> = {
  18: '2025-04-30',
  19: '2023-06-01',
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
}
