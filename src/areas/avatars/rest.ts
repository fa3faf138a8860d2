import { avatarChangeRest, avatarRest } from './rest/avatar.ts'
import { impostorRest } from './rest/impostor.ts'
import { avatarListRest } from './rest/lists.ts'
import { wearingRest } from './rest/wornAvatars.ts'

export const avatarsRest = { ...avatarListRest, ...impostorRest, ...avatarRest, ...avatarChangeRest, ...wearingRest }
