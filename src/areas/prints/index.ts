import { prints } from '../../contract/prints.ts'
import { defineArea } from '../area.ts'
import { erasePrints } from './prints.ts'
import { printsRest } from './rest.ts'
import './graph/print.ts'
import './graph/printMutations.ts'
import { personalData } from './personalData.ts'

export const printsArea = defineArea({
  tag: 'Props and prints',
  contract: prints,
  rest: printsRest,
  personalData,
  nodeTypes: { print: 'Print' },
  accountErasure: { place: 90, erase: erasePrints },
})
