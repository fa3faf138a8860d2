import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/areas/index.ts'

/** The committed schema; `npm run codegen:check` compares it with the code. */
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

/** GraphQL fields that correspond to each REST operation, or the reason why there is none. */
const TABLE: Readonly<Record<string, readonly string[] | { readonly hole: string }>> = {
  getCurrentUser: ['Mutation.signIn', 'Query.viewer'],
  verifyAuthToken: ['Query.session'],
  logout: ['Mutation.logout'],
  verifyLoginPlace: ['Mutation.verifyLoginPlace'],
  checkUserExists: ['Query.userExists'],
  registerUserAccount: ['Mutation.registerUserAccount'],
  confirmEmail: ['Mutation.confirmEmail'],
  resendEmailConfirmation: ['Mutation.resendEmailConfirmation'],
  deleteUser: ['Mutation.deleteAccount'],
  enable2FA: ['Mutation.enable2FA'],
  verifyPending2FA: ['Mutation.verifyPending2FA'],
  cancelPending2FA: ['Mutation.cancelPending2FA'],
  disable2FA: ['Mutation.disable2FA'],
  verify2FA: ['Mutation.verify2FA'],
  verifyRecoveryCode: ['Mutation.verifyRecoveryCode'],
  verify2FAEmailCode: ['Mutation.verify2FAEmailCode'],
  getRecoveryCodes: ['Viewer.recoveryCodes'],
  searchUsers: ['Query.users'],
  getUser: ['Query.user', 'Query.node'],
  getUserByName: ['Query.userByName'],
  updateUser: ['Mutation.updateProfile', 'Mutation.updateAccount'],
  addTags: ['Mutation.addTags'],
  removeTags: ['Mutation.removeTags'],
  updateBadge: ['Mutation.updateBadge'],
  getUserNotes: ['Viewer.notes'],
  getUserNote: ['Query.node', 'User.note'],
  updateUserNote: ['Mutation.updateNote'],
  getFriends: ['Viewer.friends'],
  unfriend: ['Mutation.unfriend'],
  getFriendStatus: ['User.isFriend', 'User.friendRequestStatus'],
  friend: ['Mutation.friend', 'Viewer.outgoingFriendRequests'],
  acceptFriendRequest: ['Mutation.acceptFriendRequest', 'Viewer.incomingFriendRequests'],
  deleteFriendRequest: ['Mutation.deleteFriendRequest'],
  boop: ['Mutation.boop'],
  getMutuals: ['User.mutualFriends', 'UserConnection.totalCount'],
  getMutualFriends: ['User.mutualFriends'],
  getNotifications: ['Viewer.notifications'],
  getNotification: ['Query.node'],
  markNotificationAsRead: ['Mutation.markNotificationAsRead'],
  deleteNotification: ['Mutation.deleteNotification'],
  clearNotifications: ['Mutation.deleteAllNotifications'],
  getNotificationV2s: ['Viewer.notifications'],
  getNotificationV2: {
    hole: 'It is deprecated, and in the graph nobody reads what others were told, not even admins.',
  },
  acknowledgeNotificationV2: ['Mutation.markNotificationAsRead'],
  respondNotificationV2: ['Mutation.respondNotification'],
  replyNotificationV2: ['Mutation.replyNotification'],
  deleteNotificationV2: ['Mutation.deleteNotification'],
  deleteAllNotificationV2s: ['Mutation.deleteAllNotifications'],
  createFile: ['Mutation.createFile'],
  getFile: ['Query.node'],
  getFiles: ['Viewer.files'],
  createFileVersion: ['Mutation.createFileVersion'],
  downloadFileVersion: { hole: 'Bytes are downloaded by their address, which File.url and FileData.url tell.' },
  downloadFileData: { hole: 'Bytes are downloaded by their address, which FileData.url tells.' },
  downloadImage: { hole: 'Pictures are downloaded by their address, which File.thumbnailUrl tells.' },
  startFileDataUpload: ['Mutation.startFileDataUpload'],
  finishFileDataUpload: ['Mutation.finishFileDataUpload'],
  getFileDataUploadStatus: ['FileData.status'],
  deleteFileVersion: ['Mutation.deleteFileVersion'],
  deleteFile: ['Mutation.deleteFile'],
  uploadImage: ['Mutation.uploadImage'],
  uploadGalleryImage: ['Mutation.uploadImage'],
  uploadIcon: ['Mutation.uploadImage'],
  setGroupGalleryFileOrder: ['Mutation.setGroupGalleryFileOrder'],
  getFileAnalysis: ['FileVersion.analysis'],
  getFileAnalysisSecurity: ['FileVersion.analysis'],
  getFileAnalysisStandard: ['FileVersion.analysis'],
  getAdminAssetBundle: ['Query.adminAssetBundle'],
  updateAssetReviewNotes: ['Mutation.updateAssetReviewNotes', 'FileVersion.review'],
  getContentAgreementStatus: ['Query.hasAgreed'],
  submitContentAgreement: ['Mutation.submitContentAgreement'],
  searchWorlds: ['Query.worlds', 'Viewer.worlds', 'User.worlds'],
  createWorld: ['Mutation.createWorld'],
  getActiveWorlds: ['Query.activeWorlds'],
  getFavoritedWorlds: ['Viewer.favoriteWorlds', 'Query.favoriteWorlds'],
  getRecentWorlds: ['Viewer.recentWorlds', 'Query.recentWorlds'],
  getWorld: ['Query.world', 'Query.node'],
  updateWorld: ['Mutation.updateWorld'],
  deleteWorld: ['Mutation.deleteWorld'],
  getWorldMetadata: ['World.metadata'],
  getWorldPublishStatus: ['World.viewerCanPublish'],
  publishWorld: ['Mutation.publishWorld'],
  unpublishWorld: ['Mutation.unpublishWorld'],
  addWorldTags: ['Mutation.addWorldTags'],
  removeWorldTags: ['Mutation.removeWorldTags'],
  deleteWorldPlatform: ['Mutation.deleteWorldPlatform'],
  checkUserPersistenceExists: ['Query.worldPersistence', 'World.persistence'],
  deleteUserPersistence: ['Mutation.deleteWorldPersistence'],
  deleteAllUserPersistenceData: ['Mutation.deleteWorldPersistence'],
  getUserFeedback: ['Query.feedback'],
  getFavorites: ['Viewer.favorites', 'FavoriteGroup.favorites', 'World.favorite', 'User.favorite', 'Query.node'],
  addFavorite: ['Mutation.addFavorite'],
  removeFavorite: ['Mutation.removeFavorite'],
  getFavoriteGroups: ['Viewer.favoriteGroups', 'User.favoriteGroups'],
  getFavoriteGroup: ['Viewer.favoriteGroups', 'Query.node'],
  updateFavoriteGroup: ['Mutation.updateFavoriteGroup'],
  clearFavoriteGroup: ['Mutation.clearFavoriteGroup'],
  getFavoriteLimits: ['FavoriteGroup.capacity', 'Viewer.favoriteGroups'],
  createInstance: ['Mutation.createInstance'],
  getInstance: ['Query.instance', 'Query.node', 'World.instances'],
  getWorldInstance: ['Query.instance'],
  getInstanceByShortName: ['Query.instanceByShortName'],
  getShortName: ['Instance.shortName', 'Instance.secureName'],
  closeInstance: ['Mutation.closeInstance'],
  getRecentLocations: ['Viewer.recentInstances'],
  inviteMyselfTo: ['Mutation.inviteMyselfTo'],
  getInviteMessages: ['Viewer.inviteMessages', 'Query.inviteMessages'],
  getInviteMessage: ['Viewer.inviteMessages', 'Query.node'],
  updateInviteMessage: ['Mutation.updateInviteMessage'],
  resetInviteMessage: ['Mutation.resetInviteMessage'],
  inviteUser: ['Mutation.inviteUser', 'Notification.invite'],
  inviteUserWithPhoto: ['Mutation.inviteUser', 'InviteDetails.imageUrl'],
  requestInvite: ['Mutation.requestInvite'],
  requestInviteWithPhoto: ['Mutation.requestInvite'],
  respondInvite: ['Mutation.respondInvite'],
  respondInviteWithPhoto: ['Mutation.respondInvite'],
  getPlayerModerations: ['Viewer.playerModerations', 'User.playerModerations', 'Query.node'],
  moderateUser: ['Mutation.addPlayerModeration'],
  clearAllPlayerModerations: ['Mutation.removeAllPlayerModerations'],
  unmoderateUser: ['Mutation.removePlayerModeration'],
  getGlobalAvatarModerations: ['Viewer.blockedAvatars'],
  createGlobalAvatarModeration: ['Mutation.blockAvatar'],
  deleteGlobalAvatarModeration: ['Mutation.unblockAvatar'],
  listProps: ['User.props', 'Viewer.props'],
  createProp: ['Mutation.createProp'],
  getProp: ['Query.node'],
  updateProp: ['Mutation.updateProp'],
  deleteProp: ['Mutation.deleteProp'],
  getPropPublishStatus: ['Prop.viewerCanPublish'],
  publishProp: ['Mutation.publishProp'],
  unpublishProp: ['Mutation.unpublishProp'],
  uploadPrint: ['Mutation.uploadPrint'],
  getPrint: ['Query.node'],
  editPrint: ['Mutation.editPrint'],
  deletePrint: ['Mutation.deletePrint'],
  getUserPrints: ['Viewer.prints'],
  submitModerationReport: ['Mutation.submitModerationReport', 'Viewer.reports'],
  getModerationReports: ['Query.reports', 'ReportConnection.totalCount'],
  deleteModerationReport: ['Mutation.deleteModerationReport'],
  getConfig: ['Query.config'],
  getSystemTime: ['Query.systemTime'],
  getCurrentOnlineUsers: ['Query.onlineCount'],
  getInfoPush: ['Query.infoPushes'],
  getAssignedPermissions: ['Viewer.permissions'],
  getPermission: ['Query.permission', 'Query.node'],
  getHealth: { hole: 'It refuses everybody, for clients that were built for it; /readyz tells how the server is.' },
  getCSS: { hole: 'A stylesheet is loaded by its address and cached; setFrontendAsset puts it in place.' },
  getJavaScript: { hole: 'A script is loaded by its address and cached; setFrontendAsset puts it in place.' },
}

function fieldOf(place: string) {
  const [typeName = '', fieldName = ''] = place.split('.')
  const type = schema.getType(typeName)
  return isObjectType(type) ? type.getFields()[fieldName] : undefined
}

describe('the GraphQL equivalents of REST operations', () => {
  test('are listed for every operation', () => {
    expect(Object.keys(TABLE).sort()).toEqual(Object.keys(contract).sort())
  })

  test.each(Object.entries(TABLE))('%s', (_operation, places) => {
    if ('hole' in places) return expect(places.hole.length).toBeGreaterThan(40)
    for (const place of places) expect(fieldOf(place), place).toBeDefined()
  })
})

const typesOf = () =>
  Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))

describe('the schema', () => {
  test('describes every type, field, argument and enum value', () => {
    const silent = typesOf().flatMap((type) => {
      const own = type.description ? [] : [type.name]
      if (isEnumType(type))
        return [
          ...own,
          ...type
            .getValues()
            .filter((value) => !value.description)
            .map(({ name }) => name),
        ]
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return own
      const members = Object.values(type.getFields()).flatMap((field) =>
        ['args' in field ? field.args : [], field].flat(),
      )
      return [...own, ...members.filter(({ description }) => !description).map(({ name }) => `${type.name}.${name}`)]
    })
    expect(silent).toEqual([])
  })

  test('has no private fields on the type User', () => {
    const user = schema.getType('User')
    const names = isObjectType(user) ? Object.keys(user.getFields()) : []
    const secret =
      /email|password|username|birthday|session|totp|twoFactor|recovery|deletion|lastLogin|lastActivity|admin/i
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => secret.test(name))).toEqual([])
  })

  test('has every list of objects as a connection, except nodes by id and small bounded lists', () => {
    const isList = (field: { type: unknown }) => String(field.type).includes('[')
    const objects = typesOf()
      .filter(isObjectType)
      .filter(({ name }) => !/(Connection|Edge)$/.test(name))
    const lists = objects.flatMap((type: GraphQLObjectType) =>
      Object.values(type.getFields())
        .filter((field) => isList(field) && isComposite(String(field.type)))
        .map(({ name }) => `${type.name}.${name}`),
    )
    expect(lists.sort()).toEqual([
      'AdminAssetBundle.packages',
      'FileVersion.data',
      'Notification.responses',
      'PermissionData.badges',
      'PermissionData.maxFavoriteGroups',
      'PermissionData.maxFavoritesPerGroup',
      'Prop.packages',
      'Query.inviteMessages',
      'Query.nodes',
      'Query.refusalReasons',
      'Query.reportOptions',
      'Query.reportStatusCounts',
      'Query.reportTypeCounts',
      'ReportCategory.reasons',
      'ReportOption.categories',
      'ServerInfo.languages',
      'Upload.headers',
      'Viewer.inviteMessages',
      'Viewer.recoveryCodes',
      'World.packages',
      'WorldOccupancy.instances',
    ])
  })

  test('has at most one argument, `input`, on mutations', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
    const others = mutations.filter(({ args }) => args.some(({ name }) => name !== 'input'))
    expect(mutations.length).toBeGreaterThan(20)
    expect(others.map(({ name }) => name)).toEqual([])
  })
})

function isComposite(type: string): boolean {
  const named = schema.getType(type.replaceAll(/[[\]!]/g, ''))
  return isObjectType(named) || isInterfaceType(named)
}
