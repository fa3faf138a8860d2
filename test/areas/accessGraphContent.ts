import { TAKEN_AT } from '../support/props.ts'
import {
  ABSENT,
  type Answers,
  GRANTED,
  NOBODY,
  OWES,
  OWNER,
  RECEIVER,
  SIGNED,
  TAKEN,
  type Table,
  WRONG,
} from './graphAnswers.ts'

/** What is private is there for its owner and admins alone. */
const HIDDEN: Answers = [NOBODY, OWES, ABSENT, 'ok', 'ok']

/** A record as the graph's language writes it. */
const inputOf = (record: object) => JSON.stringify(record).replace(/"(\w+)":/g, '$1:')

export const contentQueries: Table = {
  'node of a prop': [({ propId }) => `node(id: "${propId}") { id }`, GRANTED],
  'node of a print': [({ printId }) => `node(id: "${printId}") { id }`, SIGNED],
}

export const contentMutations: Table = {
  createProp: [({ newProp }) => `createProp(input: ${inputOf(newProp)}) { id }`, [NOBODY, OWES, WRONG, 'ok', WRONG]],
  updateProp: [({ propId }) => `updateProp(input: { propId: "${propId}", description: "d" }) { id }`, HIDDEN],
  publishProp: [({ propId }) => `publishProp(input: { propId: "${propId}" }) { id }`, HIDDEN],
  unpublishProp: [({ propId }) => `unpublishProp(input: { propId: "${propId}" }) { id }`, OWNER],
  deleteProp: [({ gonePropId }) => `deleteProp(input: { propId: "${gonePropId}" }) { id }`, RECEIVER],
  uploadPrint: [({ spareId }) => `uploadPrint(input: { fileId: "${spareId}", takenAt: "${TAKEN_AT}" }) { id }`, TAKEN],
  editPrint: [
    ({ printId, otherSpareId }) => `editPrint(input: { printId: "${printId}", fileId: "${otherSpareId}" }) { id }`,
    TAKEN,
  ],
  deletePrint: [({ gonePrintId }) => `deletePrint(input: { printId: "${gonePrintId}" }) { id }`, TAKEN],
}
