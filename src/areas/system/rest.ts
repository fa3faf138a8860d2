import type { Handlers } from '../../contract/operation.ts'
import { splitList } from '../../contract/shapes/queryParameters.ts'
import type { system } from '../../contract/system.ts'
import { missingCredentials } from '../../kernel/failure.ts'
import type { ScopeByAccess } from '../../kernel/scope.ts'
import { readClientConfig } from './clientConfig.ts'
import { readFrontendAsset } from './frontendAssets.ts'
import { readInfoPushes } from './infoPushes.ts'
import { deletePermission } from './permissionGrants.ts'
import {
  createPermission,
  listPermissions,
  readAssignedPermissions,
  readPermission,
  updatePermission,
} from './permissions.ts'
import { configWire, infoPushWire, permissionWire, timeWire } from './wire.ts'

const MAX_TAGS = 100

const parseTags = (text: string | undefined) => splitList(text)?.slice(0, MAX_TAGS) ?? []

/** By REST, permissions are given no data that would have to be valid. */
const validData = () => null

export const systemRest: Handlers<typeof system, ScopeByAccess> = {
  getConfig: async (scope) => configWire(await readClientConfig(scope)),
  getSystemTime: ({ now }) => timeWire(now),
  getCurrentOnlineUsers: ({ presence, now }) => presence.countOnline(now),
  getHealth: () => {
    throw missingCredentials()
  },
  getInfoPush: async (scope, { query }) => {
    const tags = { include: parseTags(query.include), require: parseTags(query.require) }
    return (await readInfoPushes(scope, tags)).map((row) => infoPushWire(scope, row))
  },
  getAssignedPermissions: async (scope) => (await readAssignedPermissions(scope)).map(permissionWire),
  getPermission: async (scope, { permissionId }) => permissionWire(await readPermission(scope, permissionId)),
  getPermissions: async (scope, { query: { n, offset, ownerId } }) => {
    const page = n === undefined ? { offset } : { limit: n, offset }
    return (await listPermissions(scope, { ownerId }, page)).map(permissionWire)
  },
  createPermission: async (scope, { body: { name, ownerId } }) => {
    const permission = { name, displayName: name, ...(ownerId && { ownerId }) }
    return permissionWire(await createPermission(scope, permission, validData))
  },
  updatePermission: async (scope, { permissionId: id, body: { name, ownerId } }) => {
    const change = { id, ...(name !== undefined && { name }), ...(ownerId && { ownerId }) }
    return permissionWire(await updatePermission(scope, change, validData))
  },
  deletePermission: async (scope, { permissionId }) => permissionWire(await deletePermission(scope, permissionId)),
  getCSS: (scope, { query }) => readFrontendAsset(scope, { kind: 'css', ...query }),
  getJavaScript: (scope, { query }) => readFrontendAsset(scope, { kind: 'js', ...query }),
}
