/** What a person can be allowed beyond what everybody may. Clients know these by name. */
export const firstPermissions = [
  {
    name: 'permission-early-adopter-tags',
    displayName: 'Early adopter',
    description: 'Carries the tag of those who came first.',
    data: { tags: ['system_early_adopter'] },
  },
  {
    name: 'permission-extra-favorites-avatar-groups',
    displayName: 'More favorite avatars',
    description: 'Has four groups of favorite avatars.',
    data: { maxFavoriteGroups: { avatar: 4 }, maxFavoritesPerGroup: { avatar: 50 } },
  },
  {
    name: 'permission-invite-photos',
    displayName: 'Photos in invites',
    description: 'Sends invites and their answers with a photo.',
    data: {},
  },
  {
    name: 'permission-profile-pic-override',
    displayName: 'Profile picture',
    description: 'Shows a picture of choice in place of the avatar.',
    data: {},
  },
  {
    name: 'permission-supporter-tags',
    displayName: 'Supporter',
    description: 'Carries the tag of supporters.',
    data: { tags: ['system_supporter'] },
  },
  {
    name: 'permission-trust-boost',
    displayName: 'Trust boost',
    description: 'Climbs the ranks of trust sooner.',
    data: {},
  },
  {
    name: 'permission-user-gallery',
    displayName: 'Gallery',
    description: 'Keeps pictures in a gallery.',
    data: { max: 64 },
  },
  {
    name: 'permission-user-icons',
    displayName: 'User icon',
    description: 'Shows an icon of choice beside the name.',
    data: { max: 64 },
  },
]
