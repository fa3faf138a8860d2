import { avatars } from '../../contract/avatars.ts'
import { defineArea } from '../area.ts'
import { eraseAvatars } from './avatar/delete.ts'
import './graph/avatar.ts'
import './graph/subscriptions.ts'
import { rateAvatars } from './avatar/packages.ts'
import { avatarEvents } from './events.ts'
import { buildImpostors, deleteOldImpostorJobs } from './impostor/buildJob.ts'
import { BUILD_IMPOSTORS_JOB } from './impostor/impostors.ts'
import { avatarsRest } from './rest.ts'
import { countWearers, updateWearers, WEARERS_JOB } from './wearing/wearers.ts'
import './graph/style.ts'
import './graph/avatar.ts'
import './graph/impostor.ts'
import './graph/lists.ts'
import './graph/wornAvatars.ts'
import './graph/avatarMutations.ts'
import './graph/subscriptions.ts'
import { personalData } from './personalData.ts'

export const avatarsArea = defineArea({
  tag: 'Avatars',
  contract: avatars,
  rest: avatarsRest,
  personalData,
  nodeTypes: {
    avatar: 'Avatar',
    avatarPackage: 'AvatarPackage',
    avatarStyle: 'AvatarStyle',
    impostorJob: 'ImpostorJob',
  },
  events: avatarEvents,
  accountErasure: { place: 61, erase: eraseAvatars },
  jobs: [
    { name: 'rate-avatars', schedule: '*/5 * * * *', run: rateAvatars },
    { name: WEARERS_JOB, schedule: '* * * * *', runsAtStart: true, run: updateWearers },
    // Queueing an impostor also requests this job at once.
    { name: BUILD_IMPOSTORS_JOB, schedule: '* * * * *', runsAtStart: true, run: buildImpostors },
    { name: 'count-wearers', schedule: '*/10 * * * *', run: countWearers },
    { name: 'delete-old-impostor-jobs', schedule: '45 4 * * *', run: deleteOldImpostorJobs },
  ],
})
