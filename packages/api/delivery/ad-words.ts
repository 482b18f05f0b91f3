import type { Language } from '../reference-data/languages.ts'

/** The network's own words in and next to an ad. */
export type AdWords = {
  /** The label that marks an ad, in the usual advertising term of the language. */
  ad: string
  /** The call to action of an ad whose advertiser has no own. */
  learnMore: string
  /** The invitation to advertisers; `advertise` is its call to action. */
  yourAdHere: string
  advertise: string
}

/** Returns the words in the language, or in English if the product does not support the language. */
export function adWords(language: string): AdWords {
  return isKnown(language) ? words[language] : words.en
}

/** Returns the language of the ad's words as a BCP 47 code: English if the product does not support the language. */
export function adLanguage(language: string): Language {
  return isKnown(language) ? language : 'en'
}

function isKnown(language: string): language is Language {
  return Object.hasOwn(words, language)
}

const words: Readonly<Record<Language, AdWords>> = {
  ar: row('إعلان', 'اعرف المزيد', 'إعلانك هنا', 'أعلن معنا'),
  bg: row('Реклама', 'Научете повече', 'Вашата реклама тук', 'Рекламирайте'),
  bn: row('বিজ্ঞাপন', 'আরও জানুন', 'আপনার বিজ্ঞাপন এখানে', 'বিজ্ঞাপন দিন'),
  bs: row('Oglas', 'Saznajte više', 'Vaš oglas ovdje', 'Oglašavajte se'),
  ca: row('Anunci', 'Més informació', 'El teu anunci aquí', 'Anuncia’t'),
  cs: row('Reklama', 'Zjistit více', 'Vaše reklama zde', 'Inzerovat'),
  da: row('Annonce', 'Læs mere', 'Din annonce her', 'Annoncér'),
  de: row('Anzeige', 'Mehr erfahren', 'Ihre Anzeige hier', 'Werbung schalten'),
  el: row('Διαφήμιση', 'Μάθετε περισσότερα', 'Η διαφήμισή σας εδώ', 'Διαφημιστείτε'),
  en: row('Ad', 'Learn more', 'Your ad here', 'Advertise'),
  es: row('Anuncio', 'Más información', 'Tu anuncio aquí', 'Anunciarse'),
  et: row('Reklaam', 'Loe lähemalt', 'Teie reklaam siin', 'Reklaami'),
  fa: row('آگهی', 'بیشتر بدانید', 'آگهی شما اینجا', 'آگهی دهید'),
  fi: row('Mainos', 'Lue lisää', 'Mainoksesi tähän', 'Mainosta'),
  fr: row('Publicité', 'En savoir plus', 'Votre publicité ici', 'Faire de la publicité'),
  he: row('מודעה', 'למידע נוסף', 'המודעה שלך כאן', 'לפרסום מודעה'),
  hi: row('विज्ञापन', 'और जानें', 'आपका विज्ञापन यहाँ', 'विज्ञापन दें'),
  hr: row('Oglas', 'Saznajte više', 'Vaš oglas ovdje', 'Oglašavajte se'),
  hu: row('Hirdetés', 'További információ', 'Az Ön hirdetése itt', 'Hirdessen itt'),
  id: row('Iklan', 'Pelajari selengkapnya', 'Iklan Anda di sini', 'Pasang iklan'),
  it: row('Annuncio', 'Scopri di più', 'Il tuo annuncio qui', 'Fai pubblicità'),
  ja: row('広告', '詳しくはこちら', 'ここに広告を掲載', '広告を出す'),
  ka: row('რეკლამა', 'გაიგეთ მეტი', 'თქვენი რეკლამა აქ', 'განათავსეთ რეკლამა'),
  kk: row('Жарнама', 'Толығырақ', 'Жарнамаңыз осында', 'Жарнама беру'),
  ko: row('광고', '자세히 알아보기', '여기에 광고하세요', '광고하기'),
  lt: row('Reklama', 'Sužinoti daugiau', 'Jūsų reklama čia', 'Reklamuotis'),
  lv: row('Reklāma', 'Uzzināt vairāk', 'Jūsu reklāma šeit', 'Reklamēties'),
  ms: row('Iklan', 'Ketahui lebih lanjut', 'Iklan anda di sini', 'Siarkan iklan'),
  nl: row('Advertentie', 'Meer informatie', 'Uw advertentie hier', 'Adverteren'),
  no: row('Annonse', 'Les mer', 'Din annonse her', 'Annonser'),
  pl: row('Reklama', 'Dowiedz się więcej', 'Twoja reklama tutaj', 'Zareklamuj się'),
  pt: row('Anúncio', 'Saiba mais', 'Seu anúncio aqui', 'Anunciar'),
  ro: row('Reclamă', 'Aflați mai multe', 'Reclama dvs. aici', 'Faceți reclamă'),
  ru: row('Реклама', 'Подробнее', 'Ваша реклама здесь', 'Разместить рекламу'),
  sk: row('Reklama', 'Zistiť viac', 'Vaša reklama tu', 'Inzerovať'),
  sl: row('Oglas', 'Več o tem', 'Vaš oglas tukaj', 'Oglašujte'),
  sq: row('Reklamë', 'Mësoni më shumë', 'Reklama juaj këtu', 'Reklamoni'),
  sr: row('Оглас', 'Сазнајте више', 'Ваш оглас овде', 'Оглашавајте се'),
  sv: row('Annons', 'Läs mer', 'Din annons här', 'Annonsera'),
  th: row('โฆษณา', 'ดูข้อมูลเพิ่มเติม', 'โฆษณาของคุณที่นี่', 'ลงโฆษณา'),
  tr: row('Reklam', 'Daha fazla bilgi', 'Reklamınız burada', 'Reklam verin'),
  uk: row('Реклама', 'Докладніше', 'Ваша реклама тут', 'Розмістити рекламу'),
  vi: row('Quảng cáo', 'Tìm hiểu thêm', 'Quảng cáo của bạn ở đây', 'Đặt quảng cáo'),
  zh: row('广告', '了解详情', '您的广告在此展示', '投放广告')
}

function row(ad: string, learnMore: string, yourAdHere: string, advertise: string): AdWords {
  return { ad, learnMore, yourAdHere, advertise }
}
