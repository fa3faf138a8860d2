import { worlds } from '../../contract/worlds.ts'
import { defineArea } from '../area.ts'
import { worldsRest } from './rest.ts'
import { countVisits } from './visits/queries.ts'
import { eraseWorlds } from './world/delete.ts'
import './graph/world.ts'
import './graph/worldMutations.ts'
import './graph/lists.ts'
import './graph/persistence.ts'
import './graph/feedback.ts'

export const worldsArea = defineArea({
  tag: 'Worlds',
  contract: worlds,
  rest: worldsRest,
  nodeTypes: { world: 'World', unityPackage: 'WorldPackage', feedback: 'Feedback' },
  jobs: [{ name: 'count-visits', schedule: '*/10 * * * *', run: countVisits }],
  accountErasure: { place: 60, erase: eraseWorlds },
})
