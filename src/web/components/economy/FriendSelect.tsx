import { Loader, MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { RefusalAlert } from '../RefusalAlert.tsx'

const FRIENDS = graphql(`
  query FriendsToGiveTo($search: String) {
    viewer {
      id
      friends(first: 20, filter: { search: $search }, sort: DISPLAY_NAME) {
        edges {
          cursor
          node {
            id
            displayName
          }
        }
      }
    }
  }
`)

/** Milliseconds. */
const PAUSE = 250

interface Choice {
  readonly value: string
  readonly label: string
}

/** Finds friends by what is typed; those that are chosen already stay among the options. */
function useFriends(chosen: readonly Choice[]) {
  const { t } = useTranslation('wallet')
  const [typed, setTyped] = useState('')
  const isChosen = chosen.some(({ label }) => label === typed)
  const [search] = useDebouncedValue(isChosen ? '' : typed.trim(), PAUSE)
  const { data, refusal, reload, isLoading } = usePanel(FRIENDS, search ? { search } : {})
  const found = data?.viewer?.friends.edges.map(({ node }) => ({ value: node.id, label: node.displayName })) ?? []
  const missing = chosen.filter(({ value }) => !found.some((one) => one.value === value))
  const field = {
    required: true,
    searchable: true,
    data: [...missing, ...found],
    onSearchChange: setTyped,
    placeholder: t('friend.placeholder'),
    nothingFoundMessage: isLoading ? t('friend.loading') : t('friend.none'),
    ...(isLoading && { rightSection: <Loader size="xs" aria-hidden /> }),
  }
  return { field, alert: refusal && <RefusalAlert refusal={refusal} onRetry={reload} /> }
}

interface FieldProps {
  readonly label: string
  readonly error?: React.ReactNode
  /** By which the form finds the field. */
  readonly 'data-path'?: string
}

interface FriendSelectProps extends FieldProps {
  readonly value: string | null
  readonly onChange: (friendId: string | null) => void
}

/** Chooses a friend; typing finds those by name. */
export function FriendSelect({ onChange, ...props }: FriendSelectProps) {
  const [chosen, setChosen] = useState<Choice | null>(null)
  const { field, alert } = useFriends(chosen ? [chosen] : [])
  const choose = (id: string | null) => {
    setChosen(field.data.find(({ value }) => value === id) ?? null)
    onChange(id)
  }
  return (
    <>
      <Select {...field} {...props} onChange={choose} />
      {alert}
    </>
  )
}

interface FriendsSelectProps extends FieldProps {
  readonly value: string[]
  readonly onChange: (friendIds: string[]) => void
}

/** Chooses several friends; typing finds those by name. */
export function FriendsSelect({ onChange, ...props }: FriendsSelectProps) {
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const { field, alert } = useFriends(chosen)
  const choose = (ids: string[]) => {
    setChosen(field.data.filter(({ value }) => ids.includes(value)))
    onChange(ids)
  }
  return (
    <>
      <MultiSelect {...field} {...props} hidePickedOptions onChange={choose} />
      {alert}
    </>
  )
}
