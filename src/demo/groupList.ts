import type { RoleTemplateName } from '../areas/groups/roles/permissions.ts'

/** A group of the demo data. */
export interface DemoGroup {
  readonly name: string
  readonly shortCode: string
  readonly template: RoleTemplateName
  readonly about: string
  readonly tags: readonly string[]
  /** Members beside those who are named. */
  readonly size: number
  /** Username of the owner; somebody of the crowd by default. */
  readonly owner?: string
  /** Usernames of moderators, in groups whose template has them. */
  readonly moderators?: readonly string[]
  /** Usernames of members without a management role. */
  readonly members?: readonly string[]
  /** A role that members take by themselves: its name, and what it is for. */
  readonly openRole?: readonly [name: string, about: string]
  /** By default that of the template. */
  readonly joinState?: 'open' | 'request' | 'invite' | 'closed'
  readonly isPrivate?: true
  readonly isVerified?: true
}

/** Groups of different kinds: open and closed, listed and private, of any template and from few members to many. */
export const DEMO_GROUPS: readonly DemoGroup[] = [
  {
    ...{ name: 'Analytical Engine Club', shortCode: 'ENGINE', template: 'managedRequest', size: 40 },
    ...{ about: 'Programs for engines that are not built yet.', tags: ['science', 'history'], isVerified: true },
    ...{ owner: 'demo_ada', moderators: ['demo_grace'], members: ['demo_linus'] },
  },
  {
    ...{ name: 'Moth Watch', shortCode: 'MOTH', template: 'managedInvite', size: 12, owner: 'demo_grace' },
    ...{ about: 'We look for bugs and log what we find.', tags: ['nature'], members: ['demo_ada'] },
  },
  {
    ...{ name: 'Just a Hobby', shortCode: 'HOBBY', template: 'managedFree', size: 60, owner: 'demo_linus' },
    ...{ about: 'Small things that got out of hand.', tags: ['crafts'], members: ['demo_ada'] },
  },
  {
    ...{ name: 'Night Gallery', shortCode: 'NIGHT', template: 'managedFree', size: 35 },
    ...{ about: 'Pictures of cities after dark.', tags: ['photography'], members: ['demo_ada', 'demo_grace'] },
    openRole: ['Night owl', 'Is told of walks after midnight.'],
  },
  {
    ...{ name: 'Beginners’ Evening', shortCode: 'HELLO', template: 'default', size: 90, isVerified: true },
    ...{ about: 'Come as you are. We show you around.', tags: ['community', 'newcomers'], members: ['demo_linus'] },
  },
  {
    ...{ name: 'The Quiet Table', shortCode: 'QUIET', template: 'default', size: 8, isPrivate: true },
    ...{ about: 'A few friends, no noise.', tags: [], joinState: 'invite', members: ['demo_ada', 'demo_grace'] },
  },
  {
    ...{ name: 'Harbour Radio', shortCode: 'RADIO', template: 'managedFree', size: 30 },
    ...{ about: 'Live music every Friday.', tags: ['music'] },
  },
  {
    ...{ name: 'Map Makers', shortCode: 'MAPS', template: 'managedRequest', size: 20 },
    ...{ about: 'We chart worlds, one room at a time.', tags: ['worlds', 'building'] },
  },
  {
    ...{ name: 'Midnight Dancers', shortCode: 'DANCE', template: 'default', size: 50 },
    ...{ about: 'Anything with a beat.', tags: ['dance', 'music'] },
  },
  {
    ...{ name: 'Chess by the Lake', shortCode: 'CHESS', template: 'default', size: 16 },
    ...{ about: 'Slow games, good views.', tags: ['games'] },
  },
  {
    ...{ name: 'Archive of Doors', shortCode: 'DOORS', template: 'managedInvite', size: 10, isPrivate: true },
    ...{ about: 'We collect doors that lead nowhere.', tags: ['photography'] },
  },
  {
    ...{ name: 'Signs and Hands', shortCode: 'SIGNS', template: 'managedFree', size: 25 },
    ...{ about: 'Sign language for everybody.', tags: ['language', 'community'] },
  },
  {
    ...{ name: 'Tea House', shortCode: 'TEA', template: 'default', size: 45 },
    ...{ about: 'Tea, talk and rain on the roof.', tags: ['hangout'] },
  },
  {
    ...{ name: 'Cold Start Engineers', shortCode: 'COLD', template: 'managedRequest', size: 15 },
    ...{ about: 'Why does it take so long the first time?', tags: ['science'] },
  },
  {
    ...{ name: 'Stage Left', shortCode: 'STAGE', template: 'managedInvite', size: 22 },
    ...{ about: 'A company of players.', tags: ['performance'] },
  },
  {
    ...{ name: 'Retired Heroes', shortCode: 'HERO', template: 'default', size: 18, joinState: 'closed' },
    ...{ about: 'We have saved enough. No new members.', tags: ['roleplaying'] },
  },
  {
    ...{ name: 'Paper Planes', shortCode: 'PLANE', template: 'default', size: 14 },
    ...{ about: 'Fold, throw, measure.', tags: ['crafts', 'games'] },
  },
  {
    ...{ name: 'Sunrise Walkers', shortCode: 'WALK', template: 'managedFree', size: 28 },
    ...{ about: 'A new world before breakfast.', tags: ['exploration', 'wellness'] },
  },
  {
    ...{ name: 'Cinema of the Deep', shortCode: 'FILM', template: 'managedRequest', size: 33 },
    ...{ about: 'One film a week, then an argument.', tags: ['film_media'] },
  },
  {
    ...{ name: 'Second Draft', shortCode: 'DRAFT', template: 'managedInvite', size: 9, isPrivate: true },
    ...{ about: 'Writers who read each other.', tags: ['arts'], members: ['demo_linus'] },
  },
]
