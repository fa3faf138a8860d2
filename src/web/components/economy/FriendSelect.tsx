import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

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

interface FriendSelectProps {
  readonly label: string
  readonly value: string | null
  readonly onChange: (friendId: string | null) => void
  readonly error?: React.ReactNode
  /** By which the form finds the field. */
  readonly 'data-path'?: string
}

/** Chooses a friend; typing finds those by name. */
export function FriendSelect({ label, value, onChange, ...field }: FriendSelectProps) {
  const { t } = useTranslation('wallet')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const [search] = useDebouncedValue(typed === chosen?.label ? '' : typed.trim(), PAUSE)
  const { data } = usePanel(FRIENDS, search ? { search } : {})
  const found = data?.viewer?.friends.edges.map(({ node }) => ({ value: node.id, label: node.displayName })) ?? []
  const choose = (id: string | null) => {
    setChosen(found.find((one) => one.value === id) ?? null)
    onChange(id)
  }
  const isListed = !chosen || found.some((one) => one.value === chosen.value)
  return (
    <Select
      label={label}
      required
      searchable
      value={value}
      data={isListed ? found : [chosen, ...found]}
      onSearchChange={setTyped}
      onChange={choose}
      nothingFoundMessage={t('friend.none')}
      placeholder={t('friend.placeholder')}
      {...field}
    />
  )
}
