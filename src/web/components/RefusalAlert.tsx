import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Issue, Refusal } from '../graph/refusal.ts'
import { issueText, refusalText } from '../refusalTexts.ts'
import { RefusalDetails } from './RefusalDetails.tsx'

interface RefusalAlertProps {
  readonly refusal: Refusal
  /** Without it there is nothing to repeat. */
  readonly onRetry?: (() => void) | undefined
}

/** How the graph calls the field, which has no label on screen. */
const fieldNameOf = ({ path }: Issue) => path.slice(path[0] === 'input' ? 1 : 0).join('.')

/** What happened, what is wrong with which fields, what to do, and the id under which the server has logged the request. */
export function RefusalAlert({ refusal, onRetry }: RefusalAlertProps) {
  const { t } = useTranslation('refusals')
  const title = refusalText(t, refusal)
  // Of one issue alone the title has told.
  const issues = refusal.issues.filter((issue) => issueText(t, issue) !== title)
  return (
    <Alert color="red" variant="light" role="alert" title={title}>
      {issues.map((issue) => (
        <Text key={issue.path.join('.')} size="sm">
          {t('fieldIssue', { field: fieldNameOf(issue), text: issueText(t, issue) })}
        </Text>
      ))}
      <RefusalDetails refusal={refusal} />
      {onRetry && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        </Group>
      )}
    </Alert>
  )
}
