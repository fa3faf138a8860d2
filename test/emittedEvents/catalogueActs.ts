import { anOwnImage } from '../support/catalogue.ts'
import { aProduct, letSell } from '../support/economy.ts'
import { aGraphClient, type GraphAnswer } from '../support/graphClient.ts'
import { giveRole } from '../support/groups.ts'
import { aWorld } from '../support/worlds.ts'
import { aGroupWithBob, type GroupStage } from './groupActs.ts'
import type { EventStage } from './restActs.ts'

/** What Ada sells: a role of her group. */
interface SellerStage extends GroupStage {
  readonly roleId: string
  readonly imageId: string
  readonly worldId: string
}

const byAda =
  (field: (stage: SellerStage, app: EventStage['app']) => Promise<string>) =>
  async (stage: EventStage): Promise<() => Promise<GraphAnswer>> => {
    const people = await aGroupWithBob(stage, 'stranger')
    const { app, name } = stage
    await letSell(app, people.ada)
    const roleId = await giveRole(app, people.group, people.ada, { permissions: [] })
    name(roleId, 'role')
    const worldId = await aWorld(app, people.ada)
    name(worldId, 'world')
    const text = await field({ ...people, roleId, worldId, imageId: await anOwnImage(app, people.ada) }, app)
    return () => aGraphClient(app, people.ada.api).send(`mutation { ${text} { clientMutationId } }`)
  }

/** Acts upon the catalogue that change a group, too. */
export const catalogueActs = {
  'createProduct, of a role': byAda(
    async ({ group, roleId, imageId }) =>
      `createProduct(input: { displayName: "x", type: ROLE, imageId: "${imageId}", groupId: "${group.id}", groupRoleId: "${roleId}" })`,
  ),
  'archiveProduct, the last of a role': byAda(async ({ ada, group, roleId: groupRoleId }, app) => {
    await app.scope().db.groupRole.update({ where: { id: groupRoleId }, data: { requiresPurchase: true } })
    const productId = await aProduct(app, ada, { productType: 'role', groupId: group.id, groupRoleId })
    return `archiveProduct(input: { productId: "${productId}" })`
  }),
  'createStore, public of a group': byAda(
    async ({ group }) => `createStore(input: { displayName: "x", groupId: "${group.id}", status: PUBLIC })`,
  ),
  'createStore, public of a world': byAda(
    async ({ worldId }) => `createStore(input: { displayName: "x", worldId: "${worldId}", status: PUBLIC })`,
  ),
}

const ROLE_CHANGED = ['group.moderated group of ada', 'group.roleChanged group of ada roleId=role']

export const catalogueEvents: Readonly<Record<keyof typeof catalogueActs, readonly string[]>> = {
  'createProduct, of a role': ROLE_CHANGED,
  'archiveProduct, the last of a role': ROLE_CHANGED,
  'createStore, public of a group': ['group.changed group of ada'],
  'createStore, public of a world': ['content.changed ada contentType=world actionType=updated itemId=world'],
}
