import { Button, Group, Radio, Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReportOptionsQuery } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { RefusalAlert } from '../RefusalAlert.tsx'
import { SUBMIT_REPORT } from './documents.ts'
import { useReportText } from './useReportText.ts'

type Category = ReportOptionsQuery['reportOptions'][number]['categories'][number]

interface ReportFormProps {
  readonly type: string
  readonly contentId: string
  readonly categories: readonly Category[]
  readonly onDone: () => void
  readonly onCancel: () => void
}

export function ReportForm({ type, contentId, categories, onDone, onCancel }: ReportFormProps) {
  const { t } = useTranslation('report')
  const submit = useAct(SUBMIT_REPORT)
  const isChosen = (value: string) => (value === '' ? t('missing') : null)
  const [only] = categories.length === 1 ? categories : []
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    {
      mode: 'controlled',
      initialValues: { category: only?.category ?? '', reason: '', description: '' },
      validate: { category: isChosen, reason: isChosen },
    },
    async (values) => {
      await submit.attempt({ input: { type, contentId, ...values } })
      onDone()
    },
  )
  const chosen = categories.find(({ category }) => category === form.values.category)
  const reasons = chosen?.reasons.map(({ reason, ...texts }) => ({ name: reason, ...texts })) ?? []
  const choose = (category: string) => form.setValues({ category, reason: '' })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {!only && (
          <Radio.Group label={t('category')} {...form.getInputProps('category')} onChange={choose}>
            <Choices
              kind="categories"
              of={categories.map(({ category, ...texts }) => ({ name: category, ...texts }))}
            />
          </Radio.Group>
        )}
        {chosen && (
          <Radio.Group label={t('reason')} {...form.getInputProps('reason')}>
            <Choices kind="reasons" of={reasons} />
          </Radio.Group>
        )}
        <Textarea
          label={t('description')}
          description={t('descriptionHint')}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('description')}
        />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Buttons isBusy={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

interface ButtonsProps {
  readonly isBusy: boolean
  readonly onCancel: () => void
}

function Buttons({ isBusy, onCancel }: ButtonsProps) {
  const { t } = useTranslation(['report', 'common'])
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {t('submit')}
      </Button>
    </Group>
  )
}

interface Choice {
  readonly name: string
  readonly label: string
  readonly description?: string | null | undefined
}

interface ChoicesProps {
  readonly kind: 'categories' | 'reasons'
  readonly of: readonly Choice[]
}

function Choices({ kind, of }: ChoicesProps) {
  const textOf = useReportText()
  return (
    <Stack gap="xs" mt="xs">
      {of.map(({ name, label, description }) => (
        <Radio
          key={name}
          value={name}
          label={textOf({ kind, name, text: 'label', otherwise: label })}
          description={textOf({ kind, name, text: 'hint', otherwise: description ?? '' })}
        />
      ))}
    </Stack>
  )
}
