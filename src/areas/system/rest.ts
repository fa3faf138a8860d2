import type { Handlers } from '../../contract/operation.ts'
import type { system } from '../../contract/system.ts'
import { missingCredentials } from '../../kernel/failure.ts'
import type { ScopeOf } from '../../kernel/scope.ts'
import { readClientConfig } from './clientConfig.ts'
import { readFrontendAsset } from './frontend.ts'
import { readInfoPushes } from './infoPushes.ts'
import { readAssignedPermissions, readPermission } from './permissions.ts'
import { configWire, infoPushWire, permissionWire, timeWire } from './wire.ts'

const MOST_TAGS = 100

/** Tags come separated by commas. */
const tagsOf = (text = '') =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
    .slice(0, MOST_TAGS)

export const systemRest: Handlers<typeof system, ScopeOf> = {
  getConfig: async (scope) => configWire(await readClientConfig(scope)),
  getSystemTime: ({ now }) => timeWire(now),
  getCurrentOnlineUsers: ({ presence, now }) => presence.countOnline(now),
  getHealth: () => {
    throw missingCredentials()
  },
  getInfoPush: async (scope, { query }) => {
    const notices = await readInfoPushes(scope, { include: tagsOf(query.include), require: tagsOf(query.require) })
    return notices.map(infoPushWire)
  },
  getAssignedPermissions: async (scope) => (await readAssignedPermissions(scope)).map(permissionWire),
  getPermission: async (scope, { permissionId }) => permissionWire(await readPermission(scope, permissionId)),
  getCSS: (scope, { query }) => readFrontendAsset(scope, { kind: 'css', ...query }),
  getJavaScript: (scope, { query }) => readFrontendAsset(scope, { kind: 'js', ...query }),
}
