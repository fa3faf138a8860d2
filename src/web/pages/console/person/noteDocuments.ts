import { graphql } from '../../../generated/index.ts'

export const CONSOLE_STAFF_NOTE_LIST = graphql(`
  fragment ConsoleStaffNoteList on User {
    id
    staffNotes(first: 20, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          text
          createdAt
          author {
            id
            displayName
            ...PersonAvatar
          }
        }
      }
    }
  }
`)

export const CONSOLE_STAFF_NOTES = graphql(`
  query ConsoleStaffNotes($userId: ID!, $more: String) {
    user(id: $userId) {
      id
      ...ConsoleStaffNoteList
    }
  }
`)

export const CONSOLE_STAFF_NOTES_LIVE = graphql(`
  subscription ConsoleStaffNotesLive($userId: ID!, $more: String, $initial: Boolean) {
    staffNotesChanged(userId: $userId, initial: $initial) {
      user {
        id
        ...ConsoleStaffNoteList
      }
    }
  }
`)

export const ADD_STAFF_NOTE = graphql(`
  mutation ConsoleAddStaffNote($input: AddStaffNoteInput!) {
    addStaffNote(input: $input) {
      user {
        id
      }
    }
  }
`)

export const DELETE_STAFF_NOTE = graphql(`
  mutation ConsoleDeleteStaffNote($input: DeleteStaffNoteInput!) {
    deleteStaffNote(input: $input) {
      deletedNoteId
    }
  }
`)
