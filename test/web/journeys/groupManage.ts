import type { Journey } from '../journey.ts'
import { groupLifeJourneys } from './groupLife.ts'
import { groupPeopleJourneys } from './groupPeople.ts'
import { groupRolesJourneys } from './groupRoles.ts'
import { groupSettingsJourneys } from './groupSettings.ts'

export const groupManageJourneys: readonly Journey[] = [
  ...groupLifeJourneys,
  ...groupRolesJourneys,
  ...groupPeopleJourneys,
  ...groupSettingsJourneys,
]
