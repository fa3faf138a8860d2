import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { JamState as State } from '../../generated/graphql.ts'

const COLORS: Readonly<Record<State, string>> = {
  UPCOMING: 'gray',
  SUBMISSIONS_OPEN: 'green',
  SUBMISSIONS_CLOSED: 'yellow',
  WINNERS_SELECTED: 'plaza',
  CLOSED: 'gray',
}

/** The phase that a jam is in. */
export function JamState({ state }: { readonly state: State }) {
  const { t } = useTranslation('jams')
  return (
    <Badge variant="light" color={COLORS[state]} tt="none">
      {t(`states.${state}`)}
    </Badge>
  )
}
