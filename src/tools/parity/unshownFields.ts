/** Fields of the graph that the web UI does not use, each with the reason; the rest of a group has the same one. */
interface Unshown {
  readonly why: string
  /** As Type.field. */
  readonly fields: readonly string[]
}

const mutations = (names: string): readonly string[] => names.split(' ').map((name) => `Mutation.${name}`)

export const UNSHOWN_FIELDS: readonly Unshown[] = [
  {
    why: 'Admins do it, and the console is made for them.',
    fields: [
      ...mutations('assignReport closeReport deleteModerationReport addTags removeTags'),
      ...['FileVersion.review', 'Query.adminAssetBundle'],
      ...['ReportConnection.totalCount', 'Query.userByName'],
    ],
  },
  {
    why: 'Admins read by it what others have, and the console is made for them; pages show what is one’s own by `Viewer`.',
    fields: ['Query.favoriteAvatars', 'Query.favoriteWorlds', 'Query.inviteMessages', 'Query.recentWorlds'],
  },
  {
    why: 'Only a client does it that somebody is in a world with.',
    fields: [
      ...mutations('enterInstance leaveInstance saveWorldPersistence completeTutorial'),
      ...mutations('spawnInventoryItem'),
      ...['Instance.secureName', 'Viewer.tutorials'],
    ],
  },
  {
    why: 'Programs read it: it sets up clients, or is data of a world for itself.',
    fields: ['Query.config', 'Query.systemTime', 'World.metadata'],
  },
  {
    why: 'Programs send files in parts by it; the web UI sends them whole by `Mutation.createUpload`.',
    fields: [...mutations('createFile startFileDataUpload finishFileDataUpload'), ...['FileData.status']],
  },
  {
    why: 'The mailed link does it by itself: its address is an operation of REST, which leads on to a page.',
    fields: mutations('confirmEmail verifyLoginPlace'),
  },
  {
    why: 'Pages show the same by another field: that of the world, of its owner or of the list, which they read anyway.',
    fields: [
      ...['Query.worldPersistence', 'Group.nextCalendarEvent', 'Query.groupByCode', 'Query.inventoryTemplate'],
      ...['Viewer.groupPermissions', 'Viewer.permissions', 'Viewer.recentSubscription', 'Query.purchaseStack'],
      ...['Query.creditsEligibility', 'Viewer.licenses'],
    ],
  },
  {
    why: 'The form tells a taken name at its field when it is sent; asking before would tell strangers who has an account.',
    fields: ['Query.accountAvailability'],
  },
  {
    why: 'The checkout of the test provider does it on its own page, to which the web UI leads.',
    fields: mutations('settleTestPayment'),
  },
  {
    why: 'Payouts are made outside of the platform; sellers see their earnings.',
    fields: ['Viewer.payoutStatus'],
  },
]
