import { profiles } from '../../contract/profiles.ts'
import { defineArea } from '../area.ts'
import { eraseProfile } from './profile.ts'
import { profilesRest } from './rest.ts'
import './graph/profile.ts'
import './graph/theme.ts'
import { personalData } from './personalData.ts'

export const profilesArea = defineArea({
  tag: 'Users',
  contract: profiles,
  rest: profilesRest,
  personalData,
  nodeTypes: { profileTheme: 'ProfileTheme' },
  accountErasure: { place: 5, erase: eraseProfile },
})
