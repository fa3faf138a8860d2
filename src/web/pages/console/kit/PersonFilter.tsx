import { useState } from 'react'
import { graphql } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { PersonSelect } from '../../groupManage/people/PersonSelect.tsx'

const NAMED_PERSON = graphql(`
  query ConsoleNamedPerson($userId: ID!) {
    user(id: $userId) {
      id
      displayName
    }
  }
`)

const FIND_PEOPLE = graphql(`
  query ConsoleFindPeople($search: String!) {
    users(first: 10, filter: { search: $search }, sort: RELEVANCE) {
      edges {
        cursor
        node {
          id
          displayName
        }
      }
    }
  }
`)

interface PersonFilterProps {
  readonly label: string
  /** Id of the person; undefined for everybody. */
  readonly value: string | undefined
  readonly onChange: (userId: string | undefined) => void
}

/** Narrows a list to one person, who is found by name. */
export function PersonFilter({ label, value, onChange }: PersonFilterProps) {
  const [search, setSearch] = useState('')
  const named = usePanel(NAMED_PERSON, { userId: value ?? '' }, { skip: value === undefined })
  // Somebody who is unknown or erased is shown by the id, so that the filter can be taken away.
  const chosen = value === undefined ? null : (named.data?.user ?? { id: value, displayName: value })
  // The field is searched for what it shows, too.
  const isSearched = search !== '' && search !== chosen?.displayName
  const found = usePanel(FIND_PEOPLE, { search }, { skip: !isSearched })
  return (
    <PersonSelect
      label={label}
      value={chosen}
      people={isSearched ? (found.data?.users.edges.map(({ node }) => node) ?? []) : []}
      onSearch={setSearch}
      onChange={(person) => onChange(person?.id)}
    />
  )
}
