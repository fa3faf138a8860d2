import { system } from '../../contract/system.ts'
import { defineArea } from '../area.ts'
import { systemEvents } from './events.ts'
import { systemRest } from './rest.ts'
import './graph/clientConfig.ts'
import './graph/configMember.ts'
import './graph/frontendAsset.ts'
import './graph/infoPush.ts'
import './graph/infoPushMutations.ts'
import './graph/permission.ts'
import './graph/permissionMutations.ts'
import './graph/refusalReason.ts'
import './graph/serverActivity.ts'
import './graph/serverInfo.ts'
import { URL_TABLES } from './ownUrls/columns.ts'
import { convertDueUrls } from './ownUrls/convert.ts'
import { maintainPartitions } from './partitions/maintain.ts'
import { personalData } from './personalData.ts'
import { purgeAgedRows } from './retention/purge.ts'

export const systemArea = defineArea({
  tag: 'Miscellaneous',
  contract: system,
  rest: systemRest,
  personalData,
  urlColumns: URL_TABLES,
  events: systemEvents,
  jobs: [
    { name: 'convert-own-urls', schedule: '*/5 * * * *', run: (scope) => convertDueUrls(scope) },
    { name: 'maintain-partitions', schedule: '5 * * * *', run: maintainPartitions },
    { name: 'purge-aged-rows', schedule: '15 3 * * *', run: purgeAgedRows },
  ],
  nodeTypes: { infoPush: 'InfoPush', permission: 'Permission' },
})
