import type { Prisma } from '../../../generated/prisma/client.ts'

interface SeedPermission {
  readonly displayName: string
  readonly description: string
  readonly data: Prisma.JsonObject
}

const permissions: Readonly<Record<string, SeedPermission>> = {
  'permission-create-groups': {
    displayName: 'Groups',
    description: 'Creates groups, and is in more of them.',
    data: { maxGroupsOwned: 5, maxGroupsJoined: 200 },
  },
  'permission-early-adopter-tags': {
    displayName: 'Early adopter',
    description: 'Carries the tag of those who came first.',
    data: { tags: ['system_early_adopter'] },
  },
  'permission-extra-favorites-avatar-groups': {
    displayName: 'More favorite avatars',
    description: 'Has four groups of favorite avatars.',
    data: { maxFavoriteGroups: { avatar: 4 }, maxFavoritesPerGroup: { avatar: 50 } },
  },
  'permission-invite-photos': {
    displayName: 'Photos in invites',
    description: 'Sends invites and their answers with a photo.',
    data: {},
  },
  'permission-profile-pic-override': {
    displayName: 'Profile picture',
    description: 'Shows a picture of choice in place of the avatar.',
    data: {},
  },
  'permission-supporter-tags': {
    displayName: 'Supporter',
    description: 'Carries the tag of supporters.',
    data: { tags: ['system_supporter'] },
  },
  'permission-trust-boost': { displayName: 'Trust boost', description: 'Climbs the ranks of trust sooner.', data: {} },
  'permission-user-gallery': { displayName: 'Gallery', description: 'Keeps pictures in a gallery.', data: { max: 64 } },
  'permission-user-icons': {
    displayName: 'User icon',
    description: 'Shows an icon of choice beside the name.',
    data: { max: 64 },
  },
}

/** Permissions that legacy clients know by name. */
export const seedPermissions = Object.entries(permissions).map(([name, fields]) => ({ name, ...fields }))

/** The permission of those who have a paid membership. */
export const SUPPORTER_PERMISSION_NAME = 'permission-supporter-tags'

/** The permission with which people sell, which the economy makes. */
export const SELLER_PERMISSION_NAME = 'permission-seller'

/** Whether clients and the server know a permission by its name, which therefore stays. */
export const isBaselinePermission = (name: string): boolean =>
  Object.hasOwn(permissions, name) || name === SELLER_PERMISSION_NAME
