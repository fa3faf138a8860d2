import { z } from 'zod'
import { del, get, post, put } from './operation.ts'
import {
  Cosmetic,
  CreateProfileThemeRequest,
  PrivateProfile,
  ProfileTheme,
  PublicProfile,
  SelfProfile,
  TutorialStatus,
  UpdateProfileRequest,
  UpdateProfileThemeRequest,
} from './shapes/profile.ts'
import { booleanText } from './shapes/queryParameters.ts'
import { Success } from './shapes/response.ts'

export const profiles = {
  getPublicProfile: get('/profile/{userId}', {
    summary: 'Reads what the profile of a person shows to everybody.',
    origin: 'extended',
    query: z.object({
      asSelf: booleanText('asSelf')
        .optional()
        .describe('Whether to add what only the person and admins see; ignored for others.'),
    }),
    mayBeOld: true,
    result: PublicProfile,
  }),
  getPrivateProfile: get('/profile/{userId}/private', {
    summary: 'Reads what a profile shows by the relation between the person and the viewer.',
    origin: 'extended',
    mayBeOld: true,
    result: PrivateProfile,
  }),
  updateProfile: put('/profile/{userId}', {
    summary: 'Changes a profile; fields that are left out stay as they are.',
    origin: 'client',
    body: UpdateProfileRequest,
    result: SelfProfile,
  }),
  createProfileTheme: post('/profile/theme', {
    summary: 'Adds a theme of own colors, at most ten.',
    origin: 'client',
    body: CreateProfileThemeRequest,
    result: ProfileTheme,
  }),
  updateProfileTheme: put('/profile/theme/{themeId}', {
    summary: 'Changes an own theme; fields that are left out stay as they are.',
    origin: 'client',
    body: UpdateProfileThemeRequest,
    result: ProfileTheme,
  }),
  deleteProfileTheme: del('/profile/theme/{themeId}', {
    summary: 'Deletes an own theme; a profile that wears it wears none.',
    origin: 'client',
    result: Success,
  }),
  getCosmetics: get('/cosmetics/index/{cosmeticKind}', {
    summary: 'Lists effects and frames of a kind, of which the server has none.',
    origin: 'client',
    result: z.array(Cosmetic),
  }),
  getUserTutorialStatus: get('/users/{userId}/tutorial', {
    summary: 'Reads which tutorials the viewer has completed.',
    origin: 'extended',
    result: TutorialStatus,
  }),
}
