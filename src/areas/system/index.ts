import { system } from '../../contract/system.ts'
import { defineArea } from '../area.ts'
import { systemEvents } from './events.ts'
import { systemRest } from './rest.ts'
import './graph/clientConfig.ts'
import './graph/infoPush.ts'
import './graph/infoPushMutations.ts'
import './graph/permission.ts'
import './graph/permissionMutations.ts'
import './graph/refusalReason.ts'
import './graph/serverInfo.ts'

export const systemArea = defineArea({
  tag: 'Miscellaneous',
  contract: system,
  rest: systemRest,
  events: systemEvents,
  nodeTypes: { infoPush: 'InfoPush', permission: 'Permission' },
})
