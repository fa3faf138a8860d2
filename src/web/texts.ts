import i18next, { type BackendModule, type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { formatNumber } from './formats.ts'

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]
const STORED_LANGUAGE = 'plaza.language'

const files = import.meta.glob<{ default: Record<string, unknown> }>('./texts/*/*.json')

/** Loads the texts of a page with it. */
const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load = files[`./texts/${language}/${namespace}.json`]
    if (!load) return done(new Error(`There are no texts ${language}/${namespace}`), null)
    load().then(
      ({ default: texts }) => done(null, texts),
      (error: Error) => done(error, null),
    )
  },
}

const isLanguage = (text: string): text is Language => LANGUAGES.some((language) => language === text)

/** The language that the person has chosen, else the first of the browser's that there are texts for. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(STORED_LANGUAGE) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  return wanted.find(isLanguage) ?? 'en'
}

const announceLanguage = (language: string) => document.documentElement.setAttribute('lang', language)

/** Numbers in texts stand as the language writes them, such as 12,345. */
const formatter: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value: unknown, _format, language = i18next.language) =>
    typeof value === 'number' ? formatNumber(language, value) : String(value ?? ''),
}

export async function startTexts(): Promise<void> {
  i18next.on('languageChanged', announceLanguage)
  await i18next
    .use(backend)
    .use(formatter)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    })
  // They are needed when the network is gone.
  void i18next.loadNamespaces('refusals')
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED_LANGUAGE, language)
  await i18next.changeLanguage(language)
}
