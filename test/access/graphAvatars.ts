import { aName } from '../support/users.ts'
import type { Things } from './fixtures.ts'
import {
  ADMIN,
  ANYBODY,
  BAD_INPUT,
  FORBIDDEN,
  GRANTED,
  type GraphAccessTable,
  NOT_FOUND,
  OWNER,
  SECOND_FACTOR_REQUIRED,
  SIGNED_IN,
  UNAUTHENTICATED,
} from './graphOutcomes.ts'

/** Admins read private avatars, and wear none of others. */
const WEARER = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, NOT_FOUND, 'ok', FORBIDDEN] as const

export const avatarQueries: GraphAccessTable = {
  avatar: [({ privateAvatarId }) => `avatar(id: "${privateAvatarId}") { id }`, GRANTED],
  avatarStyles: [() => 'avatarStyles { nodes { id } }', ANYBODY],
  avatars: [() => 'avatars { nodes { id } }', SIGNED_IN],
  favoriteAvatars: [({ userId }) => `favoriteAvatars(userId: "${userId}") { nodes { id } }`, OWNER],
  'node of an avatar': [({ avatarId }) => `node(id: "${avatarId}") { id }`, SIGNED_IN],
  'node of a private avatar': [({ privateAvatarId }) => `node(id: "${privateAvatarId}") { id }`, GRANTED],
  'node of a package of an avatar': [({ avatarPackageId }) => `node(id: "${avatarPackageId}") { id }`, GRANTED],
  'node of a style of avatars': [({ avatarStyleId }) => `node(id: "${avatarStyleId}") { id }`, SIGNED_IN],
  'node of the making of impostors': [({ impostorJobId }) => `node(id: "${impostorJobId}") { id }`, GRANTED],
}

const one = (avatarId: string, more = '') => `input: { avatarId: "${avatarId}" ${more} }`

/** In test order, as the last ones delete avatars. */
export const avatarMutations: GraphAccessTable = {
  createAvatar: [
    ({ newAvatar: { name, imageUrl } }) =>
      `createAvatar(input: { name: "${name}", imageUrl: "${imageUrl}" }) { avatar { id } }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, BAD_INPUT, 'ok', 'ok'],
  ],
  updateAvatar: [
    ({ avatarId }) => `updateAvatar(${one(avatarId, `description: "${aName()}"`)}) { avatar { id } }`,
    OWNER,
  ],
  selectAvatar: [({ privateAvatarId }) => `selectAvatar(${one(privateAvatarId)}) { avatar { id } }`, WEARER],
  selectFallbackAvatar: [
    ({ privateAvatarId }) => `selectFallbackAvatar(${one(privateAvatarId)}) { avatar { id } }`,
    WEARER,
  ],
  enqueueImpostor: [({ builtAvatarId }) => `enqueueImpostor(${one(builtAvatarId)}) { impostorJob { id } }`, OWNER],
  deleteImpostor: [({ builtAvatarId }) => `deleteImpostor(${one(builtAvatarId)}) { avatar { id } }`, OWNER],
  setAvatarGalleryOrder: [
    ({ galleryFileId }) => `setAvatarGalleryOrder(input: { fileIds: ["${galleryFileId}"] }) { avatar { id } }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, BAD_INPUT, 'ok', BAD_INPUT],
  ],
  deleteAvatar: [({ goneAvatarId }) => `deleteAvatar(${one(goneAvatarId)}) { deletedAvatarId }`, OWNER],
  setAvatarStyle: [() => `setAvatarStyle(input: { name: "${aName()}" }) { avatarStyle { id } }`, ADMIN],
}

const changesOf = ({ avatarId }: Things) => `(avatarId: "${avatarId}") { avatarId }`

export const avatarSubscriptions: GraphAccessTable = {
  avatarChanged: [(things) => `avatarChanged${changesOf(things)}`, SIGNED_IN],
  impostorJobChanged: [(things) => `impostorJobChanged${changesOf(things)}`, OWNER],
}
