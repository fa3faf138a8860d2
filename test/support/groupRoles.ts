import type { TestApp } from './app.ts'
import { aGroup, aMember, aSubscriber, type TestGroup } from './groups.ts'
import type { Exchange } from './restClient.ts'
import type { TestUser } from './users.ts'

/** A group whose roles a test works with. Without another person its owner acts. */
export interface RoleGroup extends TestGroup {
  create(fields: object): Promise<string>
  tryCreate(fields: object, as?: TestUser): Promise<Exchange>
  update(roleId: string, fields: object, as?: TestUser): Promise<Exchange>
  remove(roleId: string, as?: TestUser): Promise<Exchange>
  give(userId: string, roleId: string, as?: TestUser): Promise<Exchange>
  take(userId: string, roleId: string, as?: TestUser): Promise<Exchange>
  /** Names of all roles in their order. */
  names(): Promise<(string | undefined)[]>
  /** Id of the first role of this name. Throws if there is none. */
  named(name: string): Promise<string>
  /** A new member who holds a new role with these permissions. */
  manager(permissions: readonly string[], name?: string): Promise<TestUser>
  /** Entries of the audit log whose type begins so, oldest first. */
  entries(start: string): ReturnType<ReturnType<TestApp['scope']>['db']['groupAuditEntry']['findMany']>
}

export async function aRoleGroup(app: TestApp): Promise<RoleGroup> {
  const owner = await aSubscriber(app)
  const group = await aGroup(app, {}, owner)
  const { id: groupId } = group
  const call = ({ api }: TestUser, groupRoleId: string) => ({ api, role: { groupId, groupRoleId } })
  const tryCreate = (body: object, as = owner) => as.api.try('createGroupRole', { groupId, body })
  const create = async (body: object) => (await owner.api.call('createGroupRole', { groupId, body })).id ?? ''
  const roles = () => owner.api.call('getGroupRoles', { groupId })
  const give = (userId: string, roleId: string, as = owner) => {
    const { api, role } = call(as, roleId)
    return api.try('addGroupMemberRole', { ...role, userId })
  }
  return {
    ...group,
    create,
    tryCreate,
    give,
    update(roleId, body, as = owner) {
      const { api, role } = call(as, roleId)
      return api.try('updateGroupRole', { ...role, body })
    },
    remove(roleId, as = owner) {
      const { api, role } = call(as, roleId)
      return api.try('deleteGroupRole', role)
    },
    take(userId, roleId, as = owner) {
      const { api, role } = call(as, roleId)
      return api.try('removeGroupMemberRole', { ...role, userId })
    },
    names: async () => (await roles()).map(({ name }) => name),
    async named(wanted) {
      const found = (await roles()).find(({ name }) => name === wanted)
      if (!found?.id) throw new Error(`there is no role ${wanted}`)
      return found.id
    },
    async manager(permissions, name = 'Manager') {
      const manager = await aMember(app, group)
      const given = await give(manager.id, await create({ name, permissions }))
      if (given.status !== 200) throw new Error(`the role ${name} could not be given: ${JSON.stringify(given.body)}`)
      return manager
    },
    entries: (start) =>
      app
        .scope()
        .db.groupAuditEntry.findMany({ where: { groupId, eventType: { startsWith: start } }, orderBy: { id: 'asc' } }),
  }
}
