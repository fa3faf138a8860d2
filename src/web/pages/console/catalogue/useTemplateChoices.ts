import { useTranslation } from 'react-i18next'
import { usePanel } from '../../../graph/hooks.ts'
import { TEMPLATE_CHOICES } from '../economy/person/documents.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** The newest templates that are in use, to choose from; those that are chosen already are among them. */
export function useTemplateChoices(chosen: readonly Named[] = []) {
  const { t } = useTranslation(['staffEconomy', 'inventory'])
  const { data } = usePanel(TEMPLATE_CHOICES, {})
  const found = data?.inventoryTemplates.edges.map(({ node }) => node) ?? []
  const missing = chosen.filter(({ id }) => !found.some((one) => one.id === id))
  return [
    ...missing.map(({ id, name }) => ({ value: id, label: name })),
    ...found.map(({ id, name, itemType }) => ({
      value: id,
      label: t('staffEconomy:fields.template', { name, type: t(`inventory:types.${itemType}`) }),
    })),
  ]
}
