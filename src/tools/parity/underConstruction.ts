const mutations = (names: string): readonly string[] => names.split(' ').map((name) => `Mutation.${name}`)
const fieldsOf = (type: string, names: string): readonly string[] => names.split(' ').map((name) => `${type}.${name}`)

/** Fields of the graph whose pages are being built, as Type.field, by the part of the web UI that will use them. */
export const UNDER_CONSTRUCTION: Readonly<Record<string, readonly string[]>> = {
  groups: [
    ...mutations('createGroup joinGroup leaveGroup blockGroup cancelGroupRequest declineGroupInvite'),
    ...fieldsOf('Group', 'announcement instances members permissions posts roles store viewerMembership'),
    ...fieldsOf('Query', 'group groupByCode groupRoleTemplates'),
    ...fieldsOf('Viewer', 'groupInstances groupPermissions invitedGroups requestedGroups'),
    'GroupGallery.images',
  ],
  'management of groups': [
    ...mutations('updateGroup deleteGroup initiateOrAcceptGroupTransfer cancelGroupTransfer'),
    ...mutations('createGroupRole updateGroupRole deleteGroupRole addGroupMemberRole removeGroupMemberRole'),
    ...mutations('updateGroupMember banGroupMember unbanGroupMember createGroupInvite deleteGroupInvite'),
    ...mutations('respondGroupJoinRequest addGroupPost updateGroupPost deleteGroupPost'),
    ...mutations('createGroupAnnouncement deleteGroupAnnouncement createGroupGallery updateGroupGallery'),
    ...mutations('deleteGroupGallery addGroupGalleryImage deleteGroupGalleryImage approveGroupGalleryImage'),
    ...mutations('setGroupGalleryFileOrder'),
    ...fieldsOf('Group', 'auditLog auditLogTypes bans invites requests transferability'),
  ],
  calendar: [
    ...mutations('createGroupCalendarEvent updateGroupCalendarEvent deleteGroupCalendarEvent followGroupCalendarEvent'),
    ...fieldsOf('Query', 'calendarEvent calendarEvents'),
    ...fieldsOf('Group', 'calendarEvents nextCalendarEvent'),
    'CalendarEvent.icsUrl',
  ],
  worlds: [
    ...mutations('createWorld updateWorld deleteWorld publishWorld unpublishWorld addWorldTags removeWorldTags'),
    ...mutations('deleteWorldPlatform deleteWorldPersistence submitContentAgreement'),
    ...fieldsOf('World', 'persistence store viewerCanPublish'),
    ...fieldsOf('Query', 'feedback hasAgreed worldPersistence'),
    'FileVersion.analysis',
  ],
  instances: [
    ...mutations('createInstance closeInstance renameInstance'),
    ...mutations('announceInGroupInstance warnInGroupInstance kickFromGroupInstance'),
    ...['Instance.shortName', 'Query.instance', 'Viewer.recentInstances'],
  ],
  avatars: [
    ...mutations('createAvatar updateAvatar deleteAvatar selectAvatar selectFallbackAvatar blockAvatar'),
    ...mutations('setAvatarGalleryOrder enqueueImpostor deleteImpostor'),
    ...['Avatar.gallery', 'Query.avatar', 'Query.avatarStyles'],
    ...['User.avatars', 'User.currentAvatar'],
    ...fieldsOf('Viewer', 'currentAvatar impostorQueueSeconds licensedAvatars'),
  ],
  favorites: ['User.favoriteGroups', 'Viewer.favoriteAvatars', 'Viewer.favorites'],
  files: [
    ...mutations('deleteFile deleteFileVersion uploadImage uploadPrint editPrint deletePrint'),
    ...['InviteDetails.imageUrl', 'Viewer.files', 'Viewer.prints'],
  ],
  inventory: [
    ...mutations('consumeInventoryItem deleteInventoryItem equipInventoryItem unequipInventorySlot'),
    ...mutations('updateInventoryItem offerInventoryItem shareInventoryItem redeemReward'),
    ...mutations('createProp updateProp deleteProp publishProp unpublishProp'),
    ...fieldsOf('Query', 'inventoryCollections inventoryItem inventoryTemplate inventoryTemplates'),
    ...['InventoryItemConnection.totalCount', 'Prop.viewerCanPublish', 'User.props'],
    ...fieldsOf('Viewer', 'inventory inventoryDrops props'),
  ],
  economy: [
    ...mutations('createProduct updateProduct archiveProduct createListing updateListing archiveListing'),
    ...mutations('createStore updateStore purchaseProductListing refundPurchase cancelRenewal updateProviderTos'),
    ...mutations('startStorePurchase settleTestPayment refundStorePurchase cancelSubscription giveBulkGift'),
    ...fieldsOf('Query', 'creditsEligibility earningsMetrics licenseGroup listing platformStore providerStatus'),
    ...fieldsOf('Query', 'purchaseStack store subscriptionEligibility subscriptions tokenBundles'),
    ...fieldsOf('Viewer', 'bulkGifts economyAccount licenses payoutStatus permissions products purchases'),
    ...fieldsOf('Viewer', 'recentSubscription sales sellerEligibility storeTransactions subscriptions wallet'),
    ...fieldsOf('Wallet', 'balance earnings entries'),
    ...['EconomyAccount.hasAcceptedTerms', 'Listing.products', 'Listing.stores', 'Product.listings'],
    ...['Store.shelves', 'User.listings'],
  ],
  'people and the settings': [
    ...mutations('createProfileTheme updateProfileTheme deleteProfileTheme updateBadge'),
    ...mutations('removeAllPlayerModerations withdrawInvite'),
    ...['Query.accountAvailability', 'User.playerModerations', 'Viewer.notes', 'Viewer.reports'],
  ],
}
