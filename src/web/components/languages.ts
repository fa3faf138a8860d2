import { useTranslation } from 'react-i18next'
import { graphql } from '../generated/index.ts'
import { usePanel } from '../graph/hooks.ts'

const LANGUAGES = graphql(`
  query Languages {
    serverInfo {
      languages {
        code
        name
      }
    }
  }
`)

/** Languages to choose from, by their names in the language of the page; empty until they are read. */
export function useLanguages() {
  const { i18n } = useTranslation()
  const { data } = usePanel(LANGUAGES, {})
  const names = new Intl.DisplayNames(i18n.language, { type: 'language', fallback: 'none' })
  const choices = data?.serverInfo.languages.map(({ code, name }) => ({ value: code, label: names.of(code) ?? name }))
  return choices?.sort((one, other) => one.label.localeCompare(other.label, i18n.language)) ?? []
}
