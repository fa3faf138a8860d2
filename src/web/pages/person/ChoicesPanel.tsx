import { type ApolloCache, isReference, type Reference } from '@apollo/client'
import type { ModifierDetails } from '@apollo/client/cache'
import { NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/Panel.tsx'
import type { PlayerModerationType } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import type { StoredConnection } from '../../graph/connectionPages.ts'
import { useLive } from '../../graph/hooks.ts'
import { useAct, useActQueue } from '../../graph/useAct.ts'

/** At most one for each aspect of a person. */
const PERSON_CHOICES = graphql(`
  fragment PersonChoices on User {
    id
    playerModerations(first: 10) {
      edges {
        cursor
        node {
          id
          type
        }
      }
    }
  }
`)

/** By the page itself, by the menu of the person, and on other devices. */
const CHANGES = graphql(`
  subscription PersonChoiceChanges($initial: Boolean) {
    viewerListsChanged(initial: $initial) {
      kind
      user {
        id
        ...PersonChoices
      }
    }
  }
`)

const ADD_CHOICE = graphql(`
  mutation PersonAddChoice($input: AddPlayerModerationInput!) {
    addPlayerModeration(input: $input) {
      user {
        ...PersonRelation
        ...PersonChoices
      }
    }
  }
`)

const REMOVE_CHOICE = graphql(`
  mutation PersonRemoveChoice($input: RemovePlayerModerationInput!) {
    removePlayerModeration(input: $input) {
      user {
        ...PersonRelation
        ...PersonChoices
      }
    }
  }
`)

/** What can be chosen for each aspect of a person. */
const ASPECTS = {
  voice: ['MUTE', 'UNMUTE'],
  chat: ['MUTE_CHAT', 'UNMUTE_CHAT'],
  avatar: ['HIDE_AVATAR', 'SHOW_AVATAR'],
  touch: ['INTERACT_OFF', 'INTERACT_ON'],
} as const satisfies Readonly<Record<string, readonly PlayerModerationType[]>>

type Aspect = keyof typeof ASPECTS
const NAMES = ['voice', 'chat', 'avatar', 'touch'] as const satisfies readonly Aspect[]

interface ChoicesPanelProps extends AspectsProps {
  /** Reads the person again. */
  readonly reload: () => void
}

/** How clients treat the person for the viewer: what they hear and see of them. */
export function ChoicesPanel({ personId, person, reload }: ChoicesPanelProps) {
  const { t } = useTranslation('person')
  useLive(CHANGES, {}, ({ viewerListsChanged: { kind, user } }) => {
    // Where all choices about everybody have ended, no single person is told.
    if (kind === 'MODERATIONS' && !user) reload()
  })
  return (
    <Panel title={t('choices.title')}>
      <Aspects personId={personId} person={person} />
    </Panel>
  )
}

interface AspectsProps {
  readonly personId: string
  readonly person: FragmentType<typeof PERSON_CHOICES>
}

function Aspects({ personId, person }: AspectsProps) {
  const { t } = useTranslation(['person', 'people'])
  const { playerModerations } = getFragmentData(PERSON_CHOICES, person)
  const choose = useChoice(personId)
  const chosenOf = (aspect: Aspect): PlayerModerationType | undefined =>
    ASPECTS[aspect].find((type) => playerModerations.edges.some(({ node }) => node.type === type))
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('choices.hint')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {NAMES.map((aspect) => (
          <NativeSelect
            key={aspect}
            label={t(`choices.aspects.${aspect}`)}
            value={chosenOf(aspect) ?? ''}
            data={[
              { value: '', label: t('choices.none') },
              ...ASPECTS[aspect].map((type) => ({ value: type, label: t(`people:moderations.${type}`) })),
            ]}
            onChange={({ currentTarget: { value } }) => choose({ aspect, value, shown: chosenOf(aspect) })}
          />
        ))}
      </SimpleGrid>
    </>
  )
}

interface Choice {
  readonly aspect: Aspect
  /** Empty for none. */
  readonly value: string
  /** What the page shows before it. */
  readonly shown: PlayerModerationType | undefined
}

/** Makes choices about a person one after the other, which the page shows at once. */
function useChoice(personId: string): (choice: Choice) => void {
  const queue = useActQueue()
  const add = useAct(ADD_CHOICE, { queue })
  const remove = useAct(REMOVE_CHOICE, { queue })
  /** What was chosen last of each aspect, until the page shows it. */
  const last = useRef(new Map<Aspect, Choice>())
  const send = async (choice: Choice, former: PlayerModerationType | undefined) => {
    const type = ASPECTS[choice.aspect].find((one) => one === choice.value)
    const guess = guessOf(personId, choice)
    if (type) await add.act({ input: { userId: personId, type } }, guess)
    else if (former) await remove.act({ input: { userId: personId, type: former } }, guess)
    if (last.current.get(choice.aspect) === choice) last.current.delete(choice.aspect)
  }
  return (choice) => {
    const { aspect, shown } = choice
    const before = last.current.get(aspect)
    const former = before ? ASPECTS[aspect].find((one) => one === before.value) : shown
    last.current.set(aspect, choice)
    void send(choice, former)
  }
}

/** Puts a choice in the place of that of the same aspect. */
const guessOf =
  (personId: string, { aspect, value }: Choice) =>
  (cache: ApolloCache) => {
    const types: readonly unknown[] = ASPECTS[aspect]
    const change = (held: StoredConnection | Reference, { readField, toReference }: ModifierDetails) => {
      if (isReference(held)) return held
      const { edges = [] } = held
      const others = edges.filter(({ node }) => !types.includes(readField('type', node ?? undefined)))
      const entry = { __typename: 'PlayerModeration', id: `guess-${personId}-${value}`, type: value }
      const node = value === '' ? undefined : toReference(entry, true)
      const edge = node && { __typename: 'PlayerModerationEdge', cursor: value, node }
      return { ...held, edges: edge ? [...others, edge] : others }
    }
    cache.modify({ id: `User:${personId}`, fields: { playerModerations: change } })
  }
