/**
 * Passwords of eight characters and more that everybody tries first, written down from memory: a
 * sample that owes nothing to the list by which passwords are refused.
 */
export const wellKnownPasswords = `
  12345678 123456789 1234567890 0123456789 9876543210 987654321 87654321 11111111 111111111
  1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777
  88888888 99999999 12341234 12344321 12121212 11223344 1122334455 112233445566 123123123
  123321123 123456123 123456654321 147258369 159753456 147852369 741852963 789456123 963852741
  159357456 121212121 10203040 102030405060 123654789 1234567891 12345678910 123456789a a123456789
  a12345678 12345678a aa123456 aa12345678 abc12345 abc123456 abcd1234 abcd12345 1234abcd 123456abc
  123456qwerty 123qweasd 123qweasdzxc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5
  q1w2e3r4t5y6 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 qazwsxedc qazwsx123 qweasdzxc
  qweqweqwe qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
  qwertyqwerty qwer1234 qwerasdf asdfghjk asdfghjkl asdfasdf asdf1234 asdasdasd asd123456 zxcvbnm1
  zxcvbnm123 zxcvbnm, poiuytrewq mnbvcxz1 password password1 password12 password123 password1234
  password12345 password! password1! password123! passw0rd passw0rd1 p@ssword p@ssw0rd p@ssw0rd1
  p@$$w0rd pa55word pa$$word Password1 Password123 Password1! Password123! PASSWORD passwort
  passwort1 passwort123 motdepasse contraseña password2 password3 password7 password9 password11
  password99 mypassword mypassword1 thepassword newpassword changeme changeme1 changeme123
  changeit welcome1 welcome12 welcome123 Welcome1! Welcome123 letmein1 letmein123 letmeinnow
  iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveyou! ilovegod loveyou1 loveme123
  lovelove lovers123 mylove123 princess princess1 princess12 princess123 sunshine sunshine1
  sunshine12 sunshine123 football football1 football12 football123 baseball baseball1 baseball123
  basketball basketball1 volleyball hockey123 soccer12 soccer123 softball superman superman1
  superman123 batman123 spiderman spiderman1 spiderman123 ironman123 pokemon1 pokemon123 pikachu1
  starwars starwars1 starwars123 startrek minecraft minecraft1 minecraft123 fortnite fortnite1
  fortnite123 roblox123 counterstrike trustno1 whatever whatever1 dragon12 dragon123 dragonball
  monkey12 monkey123 michael1 michael123 michelle michelle1 jennifer jennifer1 jessica1 jessica123
  ashley12 ashley123 charlie1 charlie123 daniel123 jordan23 jordan123 thomas123 matthew1 anthony1
  andrew123 robert123 joshua123 nicole123 hannah123 samantha samantha1 elizabeth elizabeth1
  victoria victoria1 alexander alexander1 christian christopher benjamin benjamin1 william1
  jonathan jonathan1 patrick1 stephanie veronica catherine patricia rebecca1 danielle danielle1
  caroline gabriel1 isabella sebastian francisco fernando alejandro alejandra margarita valentina
  mercedes mercedes1 corvette ferrari1 porsche911 mustang1 mustang69 yamaha123 harley123 computer
  computer1 computer123 internet internet1 keyboard samsung1 samsung123 google123 facebook
  facebook1 facebook123 linkedin myspace1 twitter1 youtube1 instagram admin123 admin1234
  admin12345 admin@123 Admin123! administrator adminadmin root1234 rootroot toortoor test1234
  test12345 test123456 testtest testing1 testing123 tester123 guest123 user1234 default1 secret123
  secret12 master12 master123 access14 shadow12 shadow123 killer12 killer123 cheese12 cheese123
  chocolate chocolate1 cookie123 butterfly butterfly1 flower123 flowers1 rainbow1 rainbow123
  summer12 summer123 summer2020 summer2023 Summer2024 winter123 winter2023 spring2024 autumn2023
  january1 february september december1 birthday birthday1 midnight midnight1 diamond1 silver12
  purple12 purple123 orange12 orange123 yellow12 yellow123 blink182 metallica metallica1 nirvana1
  slipknot slipknot1 greenday eminem123 beatles1 liverpool liverpool1 arsenal1 arsenal123 chelsea1
  chelsea123 manchester barcelona barcelona1 realmadrid juventus yankees1 cowboys1 lakers24
  steelers steelers1 redskins einstein matrix123 terminator gandalf1 hogwarts harrypotter
  scoobydoo snoopy12 mickey123 tinkerbell hellokitty helloworld hello123 hello1234 hello12345
  goodluck freedom1 freedom123 forever1 forever21 america1 america123 jesus123 jesuschrist
  jesus777 blessed1 heaven123 angel123 angels123 babygirl babygirl1 babygirl12 babygirl123
  sweetheart sexy1234 fuckyou1 fuckyou2 fuckyou123 fuckfuck asshole1 bullshit pussy123 biteme123
  cocacola cocacola1 pepsi123 snickers corona2020 zxcv1234 aaaaaaaa aaaaaaaaa abcdefgh abcdefghi
  abcdefg1 abcd123456 a1b2c3d4 a1b2c3d4e5 1a2b3c4d qq123456 wang1234 woaini123 woaini520
  woaini1314 5201314520 china123 asd12345 zxc12345 1g2w3e4r 3rjs1la7qe 18atcskd2w 1q2w3e4r5t6y7u8i
  !qaz2wsx !QAZ2wsx 1qaz@WSX 1qaz!QAZ qwe123456 qweasd123 qwe12345 asdqwe123 hunter12 hunter123
  ranger123 buster12 buster123 tigger12 tigger123 pepper12 pepper123 ginger12 ginger123 maggie12
  maggie123 bailey12 bailey123 george123 harley12 peanut123 cowboy123 fishing1 golfer12 panther1
  eagles12 tiger123 lovely123 loveyou123 letmein! monkey1234 dragon1234
`
  .trim()
  .split(/\s+/);
