import type { DeclaredTables } from '../../kernel/personalData.ts'

const SERVER = 'Data of the server, without people.'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  ConfigEntry: { notExported: SERVER },
  PublicUrl: { notExported: SERVER },
  InfoPush: { notExported: SERVER },
  Permission: { of: ['ownerId'] },
  PermissionGrant: { of: ['userId'] },
  FrontendAsset: { notExported: SERVER },
  Presence: { of: ['userId'] },
  PresenceNode: { notExported: SERVER },
  PresenceTold: { of: ['userId'] },
  Outbox: { notExported: 'Ids of what has changed, until other nodes were told, which takes seconds.' },
  ServerKey: { notExported: SERVER },
  Backup: { notExported: SERVER },
  JobProgress: { notExported: SERVER },
  RankingChange: { notExported: SERVER },
}
