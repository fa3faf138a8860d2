import { z } from 'zod'
import { patternOf } from './formats.ts'
import { describeRef, listUpTo, nonEmptyText, textUpTo } from './requestFields.ts'
import {
  AvatarID,
  CurrentAvatarImageUrl,
  CurrentAvatarThumbnailImageUrl,
  GroupID,
  InstanceID,
  LocationID,
  Platform,
  Tag,
  UserID,
  WorldID,
} from './scalars.ts'
import { AgeVerificationStatus, AgeVerified, Badge, UserState, UserStatus } from './user.ts'

const plainColor = (text: string) => text.replace('#', '').toLowerCase()

/** A color of six hexadecimal digits, which may follow a `#`. */
const colorOf = (field: string) =>
  z
    .string()
    .regex(patternOf('color', /^#?[0-9a-f]{6}$/i), `${field} must be a color of six hexadecimal digits`)
    .transform(plainColor)

/** A color, or an empty text for none. */
const colorOrNone = (field: string) =>
  z
    .string()
    .regex(patternOf('color', /^(#?[0-9a-f]{6})?$/i), `${field} must be a color of six hexadecimal digits, or empty`)
    .transform(plainColor)

/** The own colors of a person for their profile. */
export const ProfileTheme = z
  .object({
    buttonColor: z.string(),
    iconColor: z.string(),
    id: z.uuid(),
    name: z.string().min(1),
    subtextColor: z.string(),
  })
  .meta({ id: 'ProfileTheme' })
export type ProfileTheme = z.output<typeof ProfileTheme>

export const ProfileRepresentedGroup = z
  .object({ bannerUrl: z.string().nullable(), iconUrl: z.string().nullable(), id: GroupID, name: z.string() })
  .meta({ id: 'ProfileRepresentedGroup' })

/** What only the person and admins get. */
const selfFields = {
  bannerCustomUrl: z.string(),
  currentAvatar: AvatarID,
  currentAvatarAuthorName: z.string(),
  currentAvatarImageUrl: CurrentAvatarImageUrl,
  currentAvatarName: z.string(),
  currentAvatarTags: z.array(Tag),
  currentAvatarThumbnailImageUrl: CurrentAvatarThumbnailImageUrl,
  status: UserStatus,
  statusDescription: z.string(),
  themes: z.array(ProfileTheme),
  userIcon: z.string(),
}

/** A profile as everybody sees it, with colors of six hexadecimal digits; with more for the person. */
export const PublicProfile = z
  .object({
    ageVerificationStatus: AgeVerificationStatus,
    ageVerified: AgeVerified,
    backgroundGradientBottom: z.string(),
    backgroundGradientTop: z.string(),
    backgroundTextureId: z.string(),
    backgroundType: z.string(),
    badges: z.array(Badge),
    bannerColor: z.string(),
    bannerType: z.string(),
    bannerUrl: z.string(),
    bio: z.string(),
    bioLinks: z.array(z.string()),
    displayName: z.string(),
    hasVrcPlus: z.boolean(),
    iconFrame: z.string(),
    iconUrl: z.string(),
    id: UserID,
    isEconomyCreator: z.boolean(),
    languages: z.array(z.string()),
    nameplateEffect: z.string(),
    profileEffect: z.string(),
    pronouns: z.string(),
    representedGroup: ProfileRepresentedGroup.nullable(),
    themeButtonColor: z.string(),
    themeIconColor: z.string(),
    themeId: z.string(),
    themeSubtextColor: z.string(),
    trustTags: z.array(Tag),
    ...z.object(selfFields).partial().shape,
  })
  .meta({ id: 'PublicProfile' })
export type PublicProfile = z.output<typeof PublicProfile>

/** A profile as the person sees it. */
export const SelfProfile = PublicProfile.required().meta({ id: 'SelfProfile' })
export type SelfProfile = z.output<typeof SelfProfile>

/** What a profile shows by the relation between the person and the viewer. */
export const PrivateProfile = z
  .object({
    activity: z
      .object({
        instanceId: InstanceID,
        last_activity: z.string(),
        last_login: z.string(),
        location: LocationID,
        platform: Platform,
        state: UserState,
        travelingToInstance: z.string(),
        travelingToLocation: z.string(),
        travelingToWorld: z.string(),
        worldId: WorldID,
      })
      .meta({ id: 'PrivateProfileActivity' }),
    id: UserID,
    isFriend: z.boolean(),
    note: z.string(),
    status: UserStatus,
    statusDescription: z.string(),
  })
  .meta({ id: 'PrivateProfile' })
export type PrivateProfile = z.output<typeof PrivateProfile>

const TutorialKey = z.string().meta({ id: 'TutorialKey' })

/** Which tutorials of clients a person has completed. */
export const TutorialStatus = z
  .object({
    completed: z.boolean(),
    completedAnyTutorial: z.boolean(),
    completedTutorials: z.array(TutorialKey),
    tutorialKey: TutorialKey,
  })
  .meta({ id: 'TutorialStatus' })
export type TutorialStatus = z.output<typeof TutorialStatus>

const BannerType = z.enum(['avatarBanner', 'color', 'customImage']).meta({ id: 'BannerType' })
const BackgroundType = z.enum(['default', 'gradient', 'texture']).meta({ id: 'BackgroundType' })

const MAX_TEXTURE_ID = 64

/** The fields of a profile's look, for requests. */
export const appearanceFields = {
  bannerType: describeRef(BannerType, 'What is behind the picture.'),
  bannerColor: colorOrNone('bannerColor').describe('Color of the banner, six hexadecimal digits.'),
  bannerCustomUrl: textUpTo('bannerCustomUrl', 2_048).describe(
    "URL of an uploaded image of the person's that is the banner; empty for none.",
  ),
  themeId: z
    .union([z.uuid(), z.literal('')], { error: 'themeId must be the id of a theme of yours, or empty' })
    .describe("A theme of the person's; empty for none."),
  backgroundType: describeRef(BackgroundType, 'What is behind the profile.'),
  backgroundGradientTop: colorOrNone('backgroundGradientTop').describe('Color at the top, six hexadecimal digits.'),
  backgroundGradientBottom: colorOrNone('backgroundGradientBottom').describe(
    'Color at the bottom, six hexadecimal digits.',
  ),
  backgroundTextureId: textUpTo('backgroundTextureId', MAX_TEXTURE_ID).describe(
    'Texture that clients have by this name; empty for none.',
  ),
}

/** A text that null clears. */
const clearable = <T extends z.ZodType<string>>(rule: T, description: string) =>
  z
    .union([rule, z.null().transform(() => '')])
    .optional()
    .describe(description)

const { bannerColor, bannerCustomUrl, themeId, backgroundTextureId } = appearanceFields
const { backgroundGradientTop, backgroundGradientBottom } = appearanceFields

export const UpdateProfileRequest = z
  .object({
    bio: clearable(textUpTo('bio', 512), 'Self-description; null for none.'),
    bioLinks: z
      .union([listUpTo('bioLinks', textUpTo('bioLinks', 512), 10), z.null().transform(() => [])])
      .optional()
      .describe('Links; null for none.'),
    userIcon: clearable(textUpTo('userIcon', 2_048), "URL of an uploaded image of the person's; null for none."),
    bannerType: clearable(z.union([BannerType, z.literal('')]), 'What is behind the picture; null for the default.'),
    bannerColor: clearable(bannerColor, 'Color of the banner; null for none.'),
    bannerCustomUrl: clearable(bannerCustomUrl, "URL of an uploaded image of the person's; null for none."),
    themeId: clearable(themeId, "A theme of the person's; null for none."),
    backgroundType: z
      .union([BackgroundType, z.null().transform(() => 'default')])
      .optional()
      .describe('What is behind the profile; null for the default.'),
    backgroundGradientTop: clearable(backgroundGradientTop, 'Color at the top; null for none.'),
    backgroundGradientBottom: clearable(backgroundGradientBottom, 'Color at the bottom; null for none.'),
    backgroundTextureId: clearable(backgroundTextureId, 'Texture that clients have by this name; null for none.'),
  })
  .meta({ id: 'UpdateProfileRequest' })

const MAX_THEME_NAME = 12

export const CreateProfileThemeRequest = z
  .object({
    name: nonEmptyText('name', MAX_THEME_NAME).describe('Name, of 1 to 12 characters.'),
    buttonColor: colorOf('buttonColor').describe('Color of buttons, six hexadecimal digits.'),
    iconColor: colorOf('iconColor').describe('Color of icons, six hexadecimal digits.'),
    subtextColor: colorOf('subtextColor').describe('Color of lesser texts, six hexadecimal digits.'),
  })
  .meta({ id: 'CreateProfileThemeRequest' })

export const UpdateProfileThemeRequest = z
  .object(CreateProfileThemeRequest.shape)
  .partial()
  .meta({ id: 'UpdateProfileThemeRequest' })

/** An effect or frame that clients show beside a name; this server has none. */
export const Cosmetic = z.object({ id: z.string() }).meta({ id: 'Cosmetic' })
