import { anApp } from '../../support/app.ts'
import { liveSteps } from './groupLiveSteps.ts'
import { aGroupStage, type GroupStage } from './groupStage.ts'
import { mutationSteps, readSteps } from './groupSteps.ts'
import type { Scenario } from './scenario.ts'

/** What the owner of a group does on its pages. */
export const groupScenario: Scenario<GroupStage> = {
  title: 'on the pages of a group',
  makeStage: async () => aGroupStage(await anApp()),
  steps: [...readSteps, ...mutationSteps, ...liveSteps],
}
