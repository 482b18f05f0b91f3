import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Közlemény',
    dismiss: 'Bezárás',
    more: 'Bővebben',
    types: {
      default: 'Megjegyzés',
      warning: 'Figyelmeztetés',
      alarm: 'Fontos'
    }
  },
  feedback: { label: 'Visszajelzés' },
  marketplace: {
    title: 'Megjelenési ajánlatok',
    empty: 'Még nincsenek ajánlatok',
    failed: 'Az ajánlatokat nem sikerült betölteni',
    retry: 'Újra',
    types: {
      article: 'Cikk',
      press_release: 'Sajtóközlemény',
      social_post: 'Közösségi bejegyzés',
      newsletter: 'Hírlevél',
      banner_placement: 'Bannerhely',
      video: 'Videó'
    }
  },
  chat: {
    title: 'Kapcsolat',
    lost: 'A csevegést nem sikerült betölteni. Töltse be újra az oldalt.',
    elsewhereText: 'A beszélgetés a saját webhelyünkön található, ahol be van jelentkezve.',
    go: 'Tovább ide: {host}',
    loading: 'A beszélgetés betöltése…',
    failed: 'A beszélgetést nem sikerült betölteni.',
    retry: 'Újra',
    signedOut: 'Jelentkezzen be, hogy megkapja a válaszunkat.',
    signIn: 'Bejelentkezés',
    elsewhere: 'Külön ablakban válaszolunk.',
    openElsewhere: 'Csevegés megnyitása',
    empty: 'Kérdezzen bármit. A beszélgetés itt megmarad.',
    online: 'Elérhetők vagyunk.',
    away: 'Most nem vagyunk elérhetők. E-mailben is válaszolunk.',
    older: 'Régebbi üzenetek',
    you: 'Ön',
    us: 'Ügyfélszolgálat',
    read: 'Olvasva',
    email: 'E-mail-cím',
    emailWrong: 'Ez az e-mail-cím nem teljes.',
    letterSent: 'Elküldve. E-mailben válaszolunk.',
    text: 'Az Ön üzenete',
    send: 'Küldés',
    picture: 'Kép hozzáadása',
    pictureFrom: 'Kép tőle: {name}, {time}',
    notSent: 'Nem sikerült elküldeni. Próbálja újra.',
    problems: {
      message_empty: 'Írjon üzenetet.',
      too_many_requests: 'Túl sok üzenet. Várjon egy percet, majd küldje el újra.'
    },
    uploading: 'A kép feltöltése',
    ready: 'A küldésre kész kép',
    remove: 'Kép eltávolítása',
    pictureProblems: {
      one_picture: 'Egyszerre csak egy képet adjon hozzá.',
      chat_picture_not_taken: 'A fájl nem PNG, JPEG, GIF, WebP vagy AVIF kép.',
      chat_picture_too_large: 'A kép nagyobb, mint {size}.',
      chat_picture_unknown: 'A feltöltés több mint egynapos. Próbálja újra.',
      too_many_requests: 'Túl sok kép. Várjon néhány percet, majd próbálja újra.',
      failed: 'A képet nem sikerült feltölteni. Próbálja újra.'
    },
    close: 'Bezárás'
  },
  login: {
    email: 'E-mail-cím',
    sendCode: 'Kód küldése e-mailben',
    code: 'Belépési kód',
    codeHelp: 'A nagybetűk, a szóközök és a kötőjelek nem számítanak.',
    codeEmpty: 'Írja be vagy illessze be a kódot.',
    enter: 'Bejelentkezés',
    haveCode: 'Már van kódom',
    byMail: 'Bejelentkezés e-maillel',
    lost: 'Nem tud bejelentkezni?',
    newHere: 'Új itt? Hozzon létre fiókot',
    haveAccount: 'Van fiókom',
    agreeBoth:
      'A fiók létrehozásával elfogadja a [szolgáltatási feltételeket] és az [adatvédelmi szabályzatot].',
    agreeTerms: 'A fiók létrehozásával elfogadja a [szolgáltatási feltételeket].',
    withoutMail: 'Folytatás e-mail-cím nélkül',
    emailWrong: 'Ez az e-mail-cím nem teljes.',
    sentTo: 'Ha van fiók ezzel a címmel, elküldtük a kódot ide: {email}.',
    sentToNew: 'Elküldtük a kódot ide: {email}.',
    sentHelp: 'Tíz percig érvényes ebben a böngészőben.',
    again: 'Új kód küldése',
    againIn: 'Új kód küldése ({seconds} mp)',
    create: 'Fiók létrehozása',
    proof: 'Ellenőrizzük, hogy Ön ember-e',
    talk: 'Kapcsolat',
    go: 'Tovább ide: {host}',
    handOff: 'Ott, egy új ablakban jelentkezik be, majd visszatér ide.',
    waiting: 'Várakozás a másik ablakra…',
    blocked:
      'Az ablakot nem sikerült megnyitni. Engedélyezze az előugró ablakokat ezen az oldalon, majd próbálja újra.',
    closed: 'Az ablakot a bejelentkezés előtt bezárták.',
    refused: 'Ez a webhely nem jelentkeztetheti be Önt.',
    failed: 'A bejelentkezés nem sikerült. Próbálja újra később.',
    anonymousText:
      'Nem kérdezzük, ki Ön, ezért senki sem tud új kódot küldeni. Ha elveszíti, a fiók és a rajta lévő pénz is elvész.',
    createAnonymous: 'Névtelen fiók létrehozása',
    codeOnce: 'Ez a fiókja kódja. Csak egyszer jelenik meg.',
    copy: 'Másolás',
    copied: 'Másolva',
    download: 'Mentés fájlként',
    kept: 'A kódot biztonságos helyre mentettem',
    done: 'Kész',
    notYet:
      'Előbb mentse el a kódot: másolja ki, mentse a fájlt, vagy jelölje be a négyzetet. A kód nélkül ezt a fiókot senki sem tudja újra megnyitni.',
    passkey: 'Azonosítókulcs hozzáadása is',
    passkeyAdded: 'Azonosítókulcs hozzáadva. Ezzel is bejelentkezhet.',
    passkeyName: 'Azonosítókulcs, {date}',
    fileText: '{site}-fiókkód. Bárki bejelentkezhet, akinél ez a kód van:',
    passkeyWay: 'Azonosítókulcs használata',
    close: 'Bezárás',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Bejelentkezés',
        description:
          'Nincs szükség jelszóra. E-mailben küldünk egy kódot, vagy használja az elmentett fiókkódját.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Adja meg a belépési kódot',
        description: 'Névtelen fiók kódja vagy az e-mailben kapott egyszeri kód.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Hozzáférés helyreállítása',
        description: 'Egyszeri kódot küldünk a fiókja címére.'
      },
      CHECK_YOUR_EMAIL: { title: 'Nézze meg az e-mailjeit', description: '' },
      CREATE_ACCOUNT: {
        title: 'Fiók létrehozása',
        description:
          'Egy fiók mindkettőhöz: hirdessen más webhelyeken, és keressen pénzt a sajátjaival.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Névtelen fiók',
        description: 'Kap egy kódot. Ez a fiókja: bárki bejelentkezhet, akinél a kód van.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Erősítse meg a fiókját', description: '' }
    },
    failures: {
      unreachable: 'A kiszolgáló nem érhető el. Ellenőrizze a kapcsolatot, és próbálja újra.',
      unreadable: 'A kiszolgáló válasza nem olvasható. Próbálja újra később.',
      internal: 'Nálunk történt hiba. Semmi sem veszett el. Próbálja újra később.',
      unavailable: 'A szolgáltatás most nem érhető el. Próbálja újra később.',
      too_many_requests: 'Túl sok próbálkozás. Várjon néhány percet, majd próbálja újra.',
      access_code_wrong: 'Ez a kód nem helyes. Ellenőrizze, vagy kérjen újat.',
      access_code_expired: 'Ez a kód lejárt. Kérjen újat.',
      other: 'Nem sikerült. Ellenőrizze a megadott adatokat, és próbálja újra.'
    }
  }
}
