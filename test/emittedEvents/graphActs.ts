import { siblingId } from '../../src/kernel/ids.ts'
import { aFriendOf } from '../support/friends.ts'
import { aGraphClient, type GraphAnswer } from '../support/graphClient.ts'
import { createGroupInstanceAs, enterAs } from '../support/instances.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser, logIn, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import { catalogueActs } from './catalogueActs.ts'
import { aGalleryImage, aGroupWithBob, type GroupStage } from './groupActs.ts'
import type { EventStage } from './restActs.ts'

/** Prepares the data of an act; resolves to the act, during which events are recorded. */
type PrepareMutation = (stage: EventStage) => Promise<() => Promise<GraphAnswer>>

interface InstanceStage extends GroupStage {
  readonly location: string
}

/** An instance of Ada's group for one person, with a queue, and Bob inside. */
async function anInstanceWithBob(stage: EventStage): Promise<InstanceStage> {
  const { app, name } = stage
  const people = await aGroupWithBob(stage, 'member')
  const worldId = await aWorld(app, people.ada, { capacity: 1 })
  const wanted = { groupAccessType: 'public', queueEnabled: true } as const
  const location = await createGroupInstanceAs(people.ada, worldId, people.group, wanted)
  name(worldId, 'world of ada')
  name(location, 'instance of the group')
  await enterAs(app, people.bob, location)
  return { ...people, location }
}

const send = ({ app }: EventStage, { api }: TestUser, field: string) =>
  aGraphClient(app, api).send(`mutation { ${field} }`)

/** An act of Ada in the instance where Bob is. */
const byAda =
  (mutation: string, inputOf: (stage: InstanceStage) => string): PrepareMutation =>
  async (stage) => {
    const there = await anInstanceWithBob(stage)
    const input = `input: { location: "${there.location}", ${inputOf(there)} }`
    return () => send(stage, there.ada, `${mutation}(${input}) { instance { id } }`)
  }

const uponBob = ({ bob }: GroupStage) => `userId: "${bob.id}"`

/** Acts whose events the access table does not produce, or not in every relevant case. */
export const graphActs: Readonly<Record<string, PrepareMutation>> = {
  ...catalogueActs,
  async approveGroupGalleryImage(stage) {
    const { group, ada } = await aGroupWithBob(stage, 'stranger')
    const { id } = await aGalleryImage(stage.app, { group, ada })
    const waiting = { approvedAt: null, approvedById: null }
    await stage.app.scope().db.groupGalleryImage.update({ where: { id }, data: waiting })
    return () => send(stage, ada, `approveGroupGalleryImage(input: { imageId: "${id}" }) { viewer { id } }`)
  },
  async 'withdrawInvite, a sent one'(stage) {
    const { app } = stage
    const ada = await aUser(app)
    const bob = await aFriendOf(app, ada)
    stage.name(ada.id, 'ada')
    stage.name(bob.id, 'bob')
    const { id } = await ada.api.call('requestInvite', { userId: bob.id })
    const input = `input: { sentInviteId: "${siblingId('sentInvite', id)}" }`
    return () => send(stage, ada, `withdrawInvite(${input}) { deletedSentInviteId }`)
  },
  async revokeOtherSessions(stage) {
    const ada = await aUser(stage.app)
    stage.name(ada.id, 'ada')
    await logIn(aRestClient(stage.app), ada)
    return () => send(stage, ada, 'revokeOtherSessions(input: {}) { deletedSessionIds }')
  },
  'renameInstance, of a group': byAda('renameInstance', () => 'displayName: "Home"'),
  announceInGroupInstance: byAda('announceInGroupInstance', () => 'title: "t", message: "m"'),
  kickFromGroupInstance: byAda('kickFromGroupInstance', uponBob),
  warnInGroupInstance: byAda('warnInGroupInstance', uponBob),
  'leaveInstanceQueue, of a full instance': async (stage) => {
    const { location } = await anInstanceWithBob(stage)
    const [first, second] = [await aUser(stage.app), await aUser(stage.app)]
    stage.name(first.id, 'first')
    stage.name(second.id, 'second')
    for (const person of [first, second]) await enterAs(stage.app, person, location)
    return () => send(stage, first, 'leaveInstanceQueue(input: {}) { leftInstance { id } }')
  },
}
