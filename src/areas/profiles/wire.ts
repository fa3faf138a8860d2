import type {
  PrivateProfile,
  ProfileTheme as ProfileThemeRecord,
  PublicProfile,
  SelfProfile,
  TutorialStatus,
} from '../../contract/shapes/profile.ts'
import { AgeVerificationStatus, UserStatus } from '../../contract/shapes/user.ts'
import type { ProfileTheme } from '../../generated/prisma/client.ts'
import { shownUrl, type UrlOptions } from '../../kernel/ownUrls.ts'
import { badgeWire } from '../accounts/wire.ts'
import { groupImageUrl } from '../groups/access.ts'
import type { ProfileGroup } from '../groups/userGroups/profile.ts'
import { pictureUrl } from '../users/profile/pictures.ts'
import { languagesOf } from '../users/profile/tags.ts'
import type { UserForViewer } from '../users/users.ts'
import { userWire } from '../users/wire.ts'
import type { WholeProfile } from './profile.ts'

export const themeWire = (theme: ProfileTheme): ProfileThemeRecord => ({
  buttonColor: theme.buttonColor,
  iconColor: theme.iconColor,
  id: theme.id,
  name: theme.name,
  subtextColor: theme.subtextColor,
})

/** A profile as everybody sees it, and with more if it was read for the person. */
export const publicProfileWire = (profile: WholeProfile, options: UrlOptions): PublicProfile =>
  profile.themes ? selfProfileWire(profile, options) : profileWire(profile, options)

/** A profile with what only the person and admins see. */
export const selfProfileWire = (profile: WholeProfile, options: UrlOptions): SelfProfile => ({
  ...profileWire(profile, options),
  bannerCustomUrl: shownUrl(options, profile.user.bannerCustomUrl),
  currentAvatar: profile.user.currentAvatar,
  currentAvatarAuthorName: profile.avatar?.authorName ?? '',
  currentAvatarImageUrl: shownUrl(options, profile.user.currentAvatarImageUrl),
  currentAvatarName: profile.avatar?.name ?? '',
  currentAvatarTags: profile.user.currentAvatarTags,
  currentAvatarThumbnailImageUrl: shownUrl(options, profile.user.currentAvatarThumbnailImageUrl),
  status: UserStatus.parse(profile.user.status),
  statusDescription: profile.user.statusDescription,
  themes: (profile.themes ?? []).map(themeWire),
  userIcon: shownUrl(options, profile.user.userIcon),
})

const profileWire = ({ user, theme, group, isSupporter, isSeller }: WholeProfile, options: UrlOptions) => ({
  ...lookWire(options, user, theme),
  ageVerificationStatus: AgeVerificationStatus.parse(user.ageVerificationStatus),
  ageVerified: user.ageVerified,
  badges: user.badges.map((badge) => badgeWire(options, badge)),
  bio: user.bio,
  bioLinks: user.bioLinks.map((link) => shownUrl(options, link)),
  displayName: user.displayName,
  hasVrcPlus: isSupporter,
  iconFrame: '',
  iconUrl: pictureUrl(options, user, null) ?? '',
  id: user.id,
  isEconomyCreator: isSeller,
  languages: languagesOf(user.tags),
  nameplateEffect: '',
  profileEffect: '',
  pronouns: user.pronouns,
  representedGroup: group && groupOfProfileWire(group, options),
  trustTags: user.tags.filter((tag) => tag.startsWith('system_trust_')),
})

const lookWire = (options: UrlOptions, user: UserForViewer, theme: ProfileTheme | null) => ({
  backgroundGradientBottom: user.backgroundGradientBottom,
  backgroundGradientTop: user.backgroundGradientTop,
  backgroundTextureId: user.backgroundTextureId,
  backgroundType: user.backgroundType,
  bannerColor: user.bannerColor,
  bannerType: user.bannerType || 'color',
  bannerUrl: shownUrl(options, user.bannerType === 'avatarBanner' ? user.currentAvatarImageUrl : user.bannerUrl),
  themeButtonColor: theme?.buttonColor ?? '',
  themeIconColor: theme?.iconColor ?? '',
  themeId: theme?.id ?? '',
  themeSubtextColor: theme?.subtextColor ?? '',
})

const groupOfProfileWire = ({ group }: ProfileGroup, options: UrlOptions) => ({
  bannerUrl: groupImageUrl(options, 'banner', group.bannerId),
  iconUrl: groupImageUrl(options, 'icon', group.iconId),
  id: group.id,
  name: group.name,
})

/** What the record of a person tells this viewer. */
export function privateProfileWire(options: UrlOptions, user: UserForViewer): PrivateProfile {
  const { id, isFriend, note, status, statusDescription, instanceId, location, platform, state, worldId, ...record } =
    userWire(options, user)
  return {
    activity: {
      ...{ instanceId, location, platform, state, worldId },
      last_activity: record.last_activity,
      last_login: record.last_login,
      travelingToInstance: record.travelingToInstance,
      travelingToLocation: record.travelingToLocation,
      travelingToWorld: record.travelingToWorld,
    },
    id,
    isFriend,
    note,
    status,
    statusDescription,
  }
}

/** The key that clients read as none. */
const NO_TUTORIAL = 'undefined:undefined:v1'

/** Which tutorials a person has completed, by keys of which the last was completed last. */
export const tutorialStatusWire = (keys: readonly string[]): TutorialStatus => ({
  completed: keys.length > 0,
  completedAnyTutorial: keys.length > 0,
  completedTutorials: [...keys],
  tutorialKey: keys.at(-1) ?? NO_TUTORIAL,
})
