import { NativeSelect, Select, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../../../components/RefusalAlert.tsx'
import { usePanel } from '../../../../graph/hooks.ts'
import { PLAN_CHOICES, TEMPLATE_CHOICES } from './documents.ts'

interface ChoiceProps extends GetInputPropsReturnType {
  readonly label: string
}

/** Chooses what somebody is subscribed to. */
export function PlanSelect(props: ChoiceProps) {
  const { t } = useTranslation('staffEconomy')
  const { data, refusal, reload } = usePanel(PLAN_CHOICES, {})
  const plans = data?.subscriptions.edges.map(({ node }) => node) ?? []
  return (
    <>
      <NativeSelect
        {...props}
        withAsterisk
        data={[
          { value: '', label: t('fields.choose') },
          ...plans.map(({ id, description, isActive }) => ({
            value: id,
            label: isActive ? description : t('fields.notSold', { name: description }),
          })),
        ]}
      />
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
    </>
  )
}

interface TemplateSelectProps extends ChoiceProps {
  /** The field for a template that the list does not have. */
  readonly older: GetInputPropsReturnType
}

/** Chooses a template among the newest; where there are more, an older one by its id. */
export function TemplateSelect({ older, ...props }: TemplateSelectProps) {
  const { t } = useTranslation(['staffEconomy', 'inventory'])
  const { data, refusal, reload } = usePanel(TEMPLATE_CHOICES, {})
  const templates = data?.inventoryTemplates.edges.map(({ node }) => node) ?? []
  return (
    <>
      <Select
        {...props}
        withAsterisk
        searchable
        placeholder={t('staffEconomy:fields.choose')}
        nothingFoundMessage={t('staffEconomy:fields.noTemplate')}
        data={templates.map(({ id, name, itemType }) => ({
          value: id,
          label: t('staffEconomy:fields.template', { name, type: t(`inventory:types.${itemType}`) }),
        }))}
      />
      {data?.inventoryTemplates.pageInfo.hasNextPage && (
        <TextInput label={t('staffEconomy:fields.olderTemplateId')} {...older} />
      )}
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
    </>
  )
}
