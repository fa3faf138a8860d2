/** A long run that checks one property of the server by random acts, faults or large amounts of data. */
export interface Campaign {
  readonly name: string
  /** What a run without faults shows. */
  readonly summary: string
  /** A module, which takes the options of the command line, or a test file, which vitest runs with them. */
  readonly file: string
  /** Options of the module before those of the command line, which take precedence. */
  readonly options?: readonly string[]
  /** Environment variables with the size of a test. Those that are already set take precedence. */
  readonly size?: Readonly<Record<string, string>>
  /** Whether it starts the built server, which then is built first. */
  readonly needsBuild?: boolean
}

/** All campaigns; docs/campaigns.md describes their options. */
export const CAMPAIGNS: readonly Campaign[] = [
  {
    name: 'kill',
    summary: 'No acknowledged write is lost when the server or its database is killed under load.',
    file: 'test/campaigns/kill.ts',
    needsBuild: true,
  },
  {
    name: 'wearers',
    summary: 'People who wear a deleted avatar soon wear another one, also when the server is killed.',
    file: 'test/campaigns/kill.ts',
    options: ['--load', 'wearers', '--server', '20', '--database', '2', '--people', '10'],
    needsBuild: true,
  },
  {
    name: 'friends',
    summary: 'Random friend requests leave both sides of every friendship consistent.',
    file: 'test/campaigns/friends.ts',
    needsBuild: true,
  },
  {
    name: 'blocking',
    summary: 'Random acts of three users reveal nothing across a block, on any API.',
    file: 'test/campaigns/blocks.ts',
  },
  {
    name: 'groupPosts',
    summary: 'All members of a large group are notified of a post once, also when the server is killed.',
    file: 'test/campaigns/groupPosts.ts',
    needsBuild: true,
  },
  {
    name: 'feed',
    summary: 'A reader of a feed misses and repeats nothing over cut connections and killed nodes.',
    file: 'test/campaigns/feed.ts',
    needsBuild: true,
  },
  {
    name: 'nodes',
    summary: 'Nodes behind nginx are restarted without a failed call, and killed or cut off without a lost write.',
    file: 'test/campaigns/nodes.ts',
    needsBuild: true,
  },
  {
    name: 'smoke',
    summary: 'The built server starts with demo data, answers by each API, and stops.',
    file: 'test/campaigns/smoke.ts',
    needsBuild: true,
  },
  {
    name: 'stall',
    summary: 'A subscriber that stops reading is disconnected and affects no other subscriber.',
    file: 'test/campaigns/stall.ts',
    needsBuild: true,
  },
  {
    name: 'revoke',
    summary: 'No event is delivered to a session after its logout.',
    file: 'test/campaigns/revoke.ts',
    needsBuild: true,
  },
  {
    name: 'upload',
    summary: 'An upload of one gibibyte takes little memory of the server.',
    file: 'test/campaigns/upload.ts',
    needsBuild: true,
  },
  {
    name: 'abuse',
    summary: 'An hour of abuse of many kinds neither fills the memory nor delays 20 ordinary people.',
    file: 'test/campaigns/abuse.ts',
    needsBuild: true,
  },
  {
    name: 'alerts',
    summary:
      'Each alert of deploy/prometheus is raised by its fault, and none without one; needs Prometheus, Redis and root.',
    file: 'test/campaigns/alerts.ts',
    needsBuild: true,
  },
  {
    name: 'attack',
    summary: 'Known attacks are refused or harmless.',
    file: 'test/campaigns/attack/main.ts',
    needsBuild: true,
  },
  {
    name: 'fuzz',
    summary: 'Valid and malformed requests are answered as documented; with --doors, malformed bytes at every entry.',
    file: 'test/campaigns/fuzz.ts',
    needsBuild: true,
  },
  {
    name: 'mutation',
    summary: 'The tests fail for small faults in rules, queries, locks and events, made one at a time.',
    file: 'test/campaigns/mutation.ts',
  },
  {
    name: 'restore',
    summary: 'Backups made under load are restored whole to every other kind of database and store.',
    file: 'test/campaigns/restore.ts',
    needsBuild: true,
  },
  {
    name: 'move',
    summary: 'An installation moves to an object store, another database and another host name.',
    file: 'test/campaigns/move.ts',
    needsBuild: true,
  },
  {
    name: 'upgrade',
    summary: 'Release 0.1 and this one serve together while a large database is upgraded: no call fails twice.',
    file: 'test/campaigns/upgrade.ts',
    needsBuild: true,
  },
  {
    name: 'records',
    summary: 'No server returns a stale record after 10,000 random writes.',
    file: 'test/areas/recordRevisions.test.ts',
    size: { RECORD_WRITES: '10000' },
  },
  {
    name: 'replica',
    summary:
      'In 1,000 random sequences with a replica that falls behind, hangs and stops, people find their own changes at once, and those of others in time.',
    file: 'test/edges/oldReadsAtRandom.test.ts',
    size: { REPLICA_SEQUENCES: '1000' },
  },
  {
    name: 'groups',
    summary: 'Random and simultaneous acts of 8 people in a group leave legal memberships only.',
    file: 'test/areas/groups/memberships.concurrency.test.ts',
    size: { GROUP_SEEDS: '200', GROUP_ACTS: '300', GROUP_ROUNDS: '100' },
  },
  {
    name: 'roles',
    summary: 'In 1,000 random graphs of group roles, nobody acts on a higher rank or grants what they lack.',
    file: 'test/areas/groups/roleGraphs.test.ts',
    size: { ROLE_GRAPHS: '1000' },
  },
  {
    name: 'staffRoles',
    summary:
      'In 200 random sequences of grants and acts, nobody of the staff does what they lack or raises themselves.',
    file: 'test/areas/audit/staffRoles.test.ts',
    size: { STAFF_SEQUENCES: '200', STAFF_STEPS: '100' },
  },
  {
    name: 'largeGroup',
    summary: 'Pages and searches of a group of 100,000 members are fast.',
    file: 'test/areas/groups/largeGroup.test.ts',
    size: { LARGE_GROUP: '100000' },
  },
  {
    name: 'ledger',
    summary: 'Random purchases, gifts, refunds, payments, grants and erasures create and lose no token.',
    file: 'test/areas/economy/randomActs.test.ts',
    size: { LEDGER_SEEDS: '200', LEDGER_ACTS: '500' },
  },
  {
    name: 'inventory',
    summary: 'Random acts on inventory items break no invariant of an inventory.',
    file: 'test/areas/inventory/randomActs.test.ts',
    size: { INVENTORY_SEEDS: '200', INVENTORY_ACTS: '300' },
  },
  {
    name: 'largeInventory',
    summary: 'Pages of an inventory of 10,000 items are fast.',
    file: 'test/areas/inventory/largeInventory.test.ts',
    size: { INVENTORY_TIMES: '1' },
  },
  {
    name: 'avatars',
    summary: 'Pages of a search of 100,000 avatars are fast, in any order.',
    file: 'test/areas/avatars/search/manyAvatars.test.ts',
    size: { AVATARS: '100000' },
  },
  {
    name: 'calendar',
    summary: 'Months, next events and discovery among 1,000,000 events are fast.',
    file: 'test/areas/calendar/manyEvents.test.ts',
    size: { CALENDAR_EVENTS: '1000000' },
  },
  {
    name: 'recurrence',
    summary: 'The dates of 10,000 random series are those that a calendar program derives from their files.',
    file: 'test/areas/calendar/file/series.test.ts',
    size: { RECURRENCE_RULES: '10000' },
  },
]
