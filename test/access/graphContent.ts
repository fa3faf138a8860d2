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
    ({ newProp }) => `createProp(input: ${inputOf(newProp)}) { prop { id } }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, BAD_INPUT, 'ok', BAD_INPUT],
  ],
  updateProp: [
    ({ propId }) => `updateProp(input: { propId: "${propId}", description: "d" }) { prop { id } }`,
    HIDDEN_FROM_OTHERS,
  ],
  publishProp: [({ propId }) => `publishProp(input: { propId: "${propId}" }) { prop { id } }`, HIDDEN_FROM_OTHERS],
  unpublishProp: [({ propId }) => `unpublishProp(input: { propId: "${propId}" }) { prop { id } }`, OWNER],
  deleteProp: [({ gonePropId }) => `deleteProp(input: { propId: "${gonePropId}" }) { deletedPropId }`, RECEIVER],
  uploadPrint: [
    ({ spareId }) => `uploadPrint(input: { fileId: "${spareId}", takenAt: "${PRINT_TIMESTAMP}" }) { print { id } }`,
    DELETED_BY_OWNER,
  ],
  editPrint: [
    ({ printId, otherSpareId }) =>
      `editPrint(input: { printId: "${printId}", fileId: "${otherSpareId}" }) { print { id } }`,
    DELETED_BY_OWNER,
  ],
  deletePrint: [({ gonePrintId }) => `deletePrint(input: { printId: "${gonePrintId}" }) { deletedPrintId }`, RECEIVER],
}
