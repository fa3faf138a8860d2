import { PRINT_TIMESTAMP } from '../support/props.ts'
import {
  AUTHOR,
  BAD_INPUT,
  type CallerOutcomes,
  DELETED_BY_OWNER,
  GRANTED,
  type GraphAccessTable,
  NOT_FOUND,
  OWNER,
  RECEIVER,
  SECOND_FACTOR_REQUIRED,
  UNAUTHENTICATED,
} from './graphOutcomes.ts'

const HIDDEN_FROM_OTHERS: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, NOT_FOUND, 'ok', 'ok']

/** Writes a record as a GraphQL literal. */
const inputOf = (record: object) => JSON.stringify(record).replace(/"(\w+)":/g, '$1:')

export const contentQueries: GraphAccessTable = {
  'node of a prop': [({ propId }) => `node(id: "${propId}") { id }`, GRANTED],
  'node of a print': [({ printId }) => `node(id: "${printId}") { id }`, AUTHOR],
}

export const contentMutations: GraphAccessTable = {
  createProp: [
    ({ newProp }) => `createProp(input: ${inputOf(newProp)}) { id }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, BAD_INPUT, 'ok', BAD_INPUT],
  ],
  updateProp: [
    ({ propId }) => `updateProp(input: { propId: "${propId}", description: "d" }) { id }`,
    HIDDEN_FROM_OTHERS,
  ],
  publishProp: [({ propId }) => `publishProp(input: { propId: "${propId}" }) { id }`, HIDDEN_FROM_OTHERS],
  unpublishProp: [({ propId }) => `unpublishProp(input: { propId: "${propId}" }) { id }`, OWNER],
  deleteProp: [({ gonePropId }) => `deleteProp(input: { propId: "${gonePropId}" }) { id }`, RECEIVER],
  uploadPrint: [
    ({ spareId }) => `uploadPrint(input: { fileId: "${spareId}", takenAt: "${PRINT_TIMESTAMP}" }) { id }`,
    DELETED_BY_OWNER,
  ],
  editPrint: [
    ({ printId, otherSpareId }) => `editPrint(input: { printId: "${printId}", fileId: "${otherSpareId}" }) { id }`,
    DELETED_BY_OWNER,
  ],
  deletePrint: [({ gonePrintId }) => `deletePrint(input: { printId: "${gonePrintId}" }) { id }`, RECEIVER],
}
