import { graphql } from '../../../generated/gql.ts'

export const SETTINGS_NOTE = graphql(`
  fragment SettingsNote on UserNote {
    id
    note
    updatedAt
    targetUser {
      id
      displayName
      ...PersonChip
    }
  }
`)

export const SETTINGS_NOTES = graphql(`
  fragment SettingsNotes on Viewer {
    id
    notes(first: 30, after: $after, filter: { search: $search, hasText: true }) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...SettingsNote
        }
      }
    }
  }
`)

export const NOTES = graphql(`
  query SettingsNoteList($search: String, $after: String) {
    viewer {
      ...SettingsNotes
    }
  }
`)

/** Tells of favorites, blocks and invites, too: notes are read again only where they have changed. */
export const NOTE_CHANGES = graphql(`
  subscription SettingsNoteChanges($initial: Boolean) {
    viewerListsChanged(initial: $initial) {
      kind
    }
  }
`)

export const UPDATE_NOTE = graphql(`
  mutation SettingsUpdateNote($input: UpdateNoteInput!, $search: String, $after: String) {
    updateNote(input: $input) {
      note {
        ...SettingsNote
      }
      viewer {
        ...SettingsNotes
      }
    }
  }
`)
