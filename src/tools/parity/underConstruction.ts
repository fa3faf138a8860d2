const mutations = (names: string): readonly string[] => names.split(' ').map((name) => `Mutation.${name}`)

/** Fields of the graph whose pages are being built, as Type.field, by the part of the web UI that will use them. */
export const UNDER_CONSTRUCTION: Readonly<Record<string, readonly string[]>> = {
  groups: ['Group.store', 'Viewer.groupInstances'],
  worlds: [...mutations('submitContentAgreement'), 'Query.hasAgreed'],
  instances: ['Viewer.recentInstances'],
  props: [
    ...mutations('createProp updateProp deleteProp publishProp unpublishProp'),
    ...['Prop.viewerCanPublish', 'User.props', 'Viewer.props', 'Viewer.inventoryDrops'],
  ],
  people: ['InviteDetails.imageUrl', 'User.avatars', 'User.currentAvatar', 'User.favoriteGroups'],
  'the settings': [
    ...mutations('createProfileTheme updateProfileTheme deleteProfileTheme updateBadge'),
    ...mutations('removeAllPlayerModerations withdrawInvite'),
    ...['User.playerModerations', 'Viewer.notes', 'Viewer.reports'],
  ],
}
